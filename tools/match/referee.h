// The referee of one game: he keeps the position, the clocks and the record, judges each move by
// the rules library and says when the game is over and why. He knows no process.
#ifndef KELSO_MATCH_REFEREE_H
#define KELSO_MATCH_REFEREE_H

#include "common/protocol.h"
#include "match/limit.h"
#include "match/openings.h"
#include "match/tables.h"
#include "rules/game.h"

// Adjudication by the scores that both engines say, in hundredths of a man.
typedef struct {
    int move_number; // not before so many moves of each side
    int move_count;  // for so many moves of each side in a row; 0: never
    int64_t score;
} ScoreRule;

typedef struct {
    Rules rules;
    bool caution;  // the first illegal move of a side is only cautioned (WCDF)
    int max_plies; // a longer game is drawn; 0: none
    Patience patience;
    ScoreRule draw;       // both within the score: a draw
    ScoreRule resign;     // both say that the same side is ahead by the score: it wins
    const Tables *tables; // a game that they decide is over; NULL: none
} RefereeRules;

typedef struct {
    Result result;
    const char *reason;             // "no moves", "time", …
    int guilty;                     // the Side that lost by a fault of its own; -1: none
    char detail[ERROR_MESSAGE_MAX]; // of a fault; may be empty
} Verdict;

// What a side used of its time in the game.
typedef struct {
    int64_t used_ns;
    bool timed;          // some move was made under a limit of time
    int64_t lateness_ns; // the most that a move used above what was left; below 0: in time
} MoveTimes;

typedef enum { REFEREE_GO_ON, REFEREE_ASK_AGAIN, REFEREE_OVER } RefereeAnswer;

typedef struct {
    const RefereeRules *rules;
    Game game;
    MovePath *paths; // one for each move, as are the comments
    char **comments; // NULL or text; owned
    int capacity;    // of both
    GameClock clocks[2];
    ProtocolId protocols[2]; // native; may be set before the first request
    MoveTimes times[2];
    bool cautioned[2];
    int level_plies;   // in a row with a score for ScoreRule draw
    int decided_plies; // in a row with a score for ScoreRule resign …
    Side ahead;        // … of this side
    char *position;    // `position … moves …`, without a newline
    int position_length, position_capacity;
    Verdict verdict; // RESULT_NONE while the game goes on
} Referee;

// Sets the opening up and both clocks; limits by Side. Rules and limits must outlive the referee.
void referee_init(Referee *referee, const RefereeRules *rules, const Opening *opening,
                  const Limit *const limits[2]);
void referee_destroy(Referee *referee);

Side referee_mover(const Referee *referee);

// The lines that ask the side to move, in its protocol; to be freed.
char *referee_request(const Referee *referee);

// The lines that let the side that has moved ponder, to be freed, and the move of the other side in
// *expected. NULL if the text is no legal move, or the last one of the game.
char *referee_ponder_request(const Referee *referee, const char *text, Move *expected);

// The move played last.
Move referee_last_move(const Referee *referee);

// The time after which the side to move loses.
int64_t referee_deadline_ns(const Referee *referee);

// The side to move has used so much, whether it moved or not. Before its move is judged.
void referee_note_time(Referee *referee, int64_t used_ns);

// The side to move has used so much of its clock, without a move.
void referee_spend(Referee *referee, int64_t used_ns);

// Judges the answer of the side to move. To ask again means that it was cautioned and stays on the
// move, its time running on. *info is for the record.
RefereeAnswer referee_move(Referee *referee, const char *text, int64_t used_ns,
                           const SearchInfo *info);

// "startpos moves 11-15 …": the opening and all moves.
const char *referee_position(const Referee *referee);

// The side loses by a fault. The first verdict stands.
void referee_fault(Referee *referee, Side side, const char *reason, const char *detail);

#endif
