// Journals of parts of one match, joined into one result.
#ifndef KELSO_MATCH_MERGE_H
#define KELSO_MATCH_MERGE_H

#include "common/progress.h"
#include "match/options.h"
#include "match/plan.h"
#include "match/tally.h"

// Reads the journals that the configuration names, which must be of the same match but for the
// shard, and writes their games to the files it names, which must be new. A game that several of
// them hold counts once; an error if its results differ. The engines of the configuration, the
// tally and the plan, the largest of the journals, are filled in; the tally is to be destroyed in
// any case. What is damaged in a journal is noted and left out.
bool merge_journals(MatchConfig *config, Tally *tally, Plan *plan, Progress *progress,
                    Error *error);

#endif
