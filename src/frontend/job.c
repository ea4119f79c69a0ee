#include "frontend/job.h"

static void *run(void *argument) {
    Job *job = argument;
    char result[JOB_RESULT_MAX] = "";
    job->work(job->context, &job->stopping, result);
    atomic_store(&job->ended, true);
    job->report(job->context, result);
    return NULL;
}

bool job_start(Job *job, JobWork *work, JobReport *report, void *context) {
    job_stop(job);
    job->work = work;
    job->report = report;
    job->context = context;
    atomic_store(&job->ended, false);
    atomic_store(&job->stopping, false);
    job->started = pthread_create(&job->thread, NULL, run, job) == 0;
    return job->started;
}

bool job_is_running(const Job *job) {
    return job->started && !atomic_load(&((Job *)job)->ended);
}

void job_stop(Job *job) {
    if (job->started) {
        atomic_store(&job->stopping, true);
        pthread_join(job->thread, NULL);
        job->started = false;
    }
}
