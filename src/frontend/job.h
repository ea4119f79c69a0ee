// One long piece of work beside the thread that reads commands. Private to src/frontend.
#ifndef KELSO_FRONTEND_JOB_H
#define KELSO_FRONTEND_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define JOB_RESULT_MAX 400

// The work; it looks at *stop now and then, and ends when that is true. What it has to say at its
// end it leaves in `result`: by then the job no longer counts as running.
typedef void JobWork(void *context, const atomic_bool *stop, char result[JOB_RESULT_MAX]);
typedef void JobReport(void *context, const char *result);

typedef struct {
    JobWork *work;
    JobReport *report;
    void *context;
    pthread_t thread;
    bool started;         // and not yet joined
    atomic_bool ended;    // the work is done
    atomic_bool stopping; // the work is to end
} Job;

// Starts the work; false if the system has no thread left. The job must not be running.
bool job_start(Job *job, JobWork *work, JobReport *report, void *context);

bool job_is_running(const Job *job);

// Tells the work to end and waits for it; nothing if none was started.
void job_stop(Job *job);

#endif
