/** Every size, count and wait that this service bounds, with its reason. */
#ifndef REVERSID_BASE_LIMITS_H
#define REVERSID_BASE_LIMITS_H

enum {
    /* Deeper than any body of ours by far; far from where a recursive parser would hurt. */
    JSON_BODY_DEPTH_MAX = 16,

    /* The largest body that an operation takes: 100 positions with room to spare. */
    BODY_BYTES_MAX = 64 * 1024,

    /* Nobody takes back so often; far from overflowing. */
    BRANCH_MAX = 1000000,

    /* Ids in one GET /v1/games?ids= and positions in one body: a page's worth. */
    GAMES_PER_REQUEST_MAX = 100,
    POSITIONS_PER_REQUEST_MAX = 100,

    /* Default and largest page. */
    PAGE_SIZE_DEFAULT = 20,
    PAGE_SIZE_MAX = 100,

    /* Longest ?wait=, below the 30 s after which common proxies give up. */
    WAIT_S_MAX = 25,

    /* Links are put together in buffers of fixed size. */
    PUBLIC_URL_LENGTH_MAX = 300,

    /* An Idempotency-Key is a client's UUID or a short token of its own. */
    IDEMPOTENCY_KEY_LENGTH_MAX = 128,

    /* Comments on idle streams, so that proxies keep them and dead peers are noticed. */
    STREAM_HEARTBEAT_MS = 15 * 1000,

    /* How often a stream or a waiting request looks at its game though nobody signalled: another
       replica may have changed it and the hint got lost. */
    WATCH_RECHECK_MS = 5 * 1000,

    /* Topics that other replicas are told of at once; more than change in one period, or they learn
       of the rest when they look for themselves. */
    RELAY_TOPICS_MAX = 4096,

    /* How often they are told at most: each time is a commit that waits for all others of its kind.
     */
    RELAY_PERIOD_MS = 25,

    /* How often it is tried to listen to them while the database is away. */
    RELAY_CONNECT_MS = 250,

    /* A compare-and-set that lost is decided again; so many times in a row means a storm. */
    COMPARE_AND_SET_TRIES = 8,

    /* One that lost on what its players have, which another of their games has just changed: as
       many games as somebody plays may end at once, and each of them must be able to. */
    STANDING_TRIES = 64,

    /* A guest's token lives so long after its last use. */
    GUEST_TOKEN_DAYS = 180,

    /* Its expiry is moved only when so much of it has passed: a write a day, not one a request. */
    GUEST_TOKEN_SLIDE_DAYS = 1,

    /* After a guest has signed in, the guest's token is good for so long: requests that are under
       way, and the repetition of one whose answer was lost, still find their player. */
    GUEST_TOKEN_GRACE_S = 60,

    /* An access token is good for so long: whoever finds one lying about has little of it. */
    ACCESS_TOKEN_MINUTES = 60,

    /* A refresh token that was followed is good for so long: whoever lost the answer, or asked
       twice at once, gets the same answer again. Later it is a sign that somebody else has it. */
    REFRESH_GRACE_S = 60,

    /* Personal tokens live so many days at most, and by default. */
    PERSONAL_TOKEN_DAYS_MAX = 365,
    PERSONAL_TOKEN_DAYS_DEFAULT = 90,

    /* A session that nobody uses ends after so long. */
    SESSION_DAYS = 90,

    /* Sessions of a player: more browsers than anybody has. One more ends the one that was
       refreshed least lately. */
    SESSIONS_MAX = 50,

    /* Access tokens of a session: pages of one browser that refreshed on their own. One more ends
       the oldest. */
    SESSION_TOKENS_MAX = 20,

    /* Sessions and nonces are deleted so long after they ended. */
    ENDED_SESSION_DAYS = 1,

    /* Of these deleted in one statement. */
    HOUSEKEEPING_SESSIONS = 1000,

    /* How often players who are gone are looked for. */
    DEPARTURES_MS = 1000,

    /* A departure is worked on by one replica for so long, and looked at again so long after the
       player went: no request that was under way then runs any more. */
    DEPARTURE_LEASE_S = 60,

    /* Accounts that one identity may have within a day: who changes his mind may, and who deletes
       one after the other for the sake of what each begins with gains little. */
    ACCOUNTS_A_DAY_MAX = 3,

    /* What of a departure cannot be done is tried again after its lease, then twice as long each
       time, up to so long. */
    DEPARTURE_DELAY_S_MAX = 60 * 60,

    /* So long after nothing was left to do about somebody who is gone, that is forgotten, and with
       it a player of whom nobody has a game. */
    DONE_DEPARTURE_DAYS = 30,

    /* Of what somebody left behind: live games are left one by one, in pages of so many, seats are
       renamed by statements of so many, and so many of both come before others have their turn. */
    DEPARTURE_GAMES = 16,
    DEPARTURE_PAGES = 20,
    DEPARTURE_SEATS = 1000,

    /* Of somebody whose name changes: so many live games take the new one in the same transaction,
       those against people first. Nobody plays more of these at a time; more games, against the AI
       or on one device, would make a request that anybody may repeat a long one. */
    RENAMED_GAMES = 200,

    /* How old the games are at most that are looked for once more after it: what was being written
       meanwhile began as long ago as a request that writes may take. */
    RENAMED_LATE_MS = 60 * 1000,

    /* Games in one answer of an export: a page, so that whoever takes out much holds a worker as
       long as whoever looks at a list, and others come in between. */
    EXPORT_GAMES_MAX = PAGE_SIZE_MAX,
    /* Entries of each list of which the first answer has the latest. Eight full lists are 3 MB of
       JSON, and 11 MB where all names and metadata are as long as may be; the games come besides.
     */
    EXPORT_ENTRIES_MAX = 1000,

    /* An AI turn is claimed for so long at a time, and again while it is thought about: after a
       crash nobody waits longer. */
    AI_LEASE_MS = 5 * 1000,

    /* One that must wait for a rated game to go on is looked at again after so long. */
    AI_WAIT_MS_MIN = 2 * 1000,
    AI_WAIT_MS_MAX = 5 * 60 * 1000,

    /* A turn in a game whose row is impossible is set aside for so long: a century, until somebody
       mends the row. */
    IMPOSSIBLE_GAME_DAYS = 36500,

    /* How often turns of the AI that were left behind are looked for. */
    TURNS_SWEEP_MS = 500,

    /* How often a replica gives a sign of life, and how old the last one is when it counts as an
       outage: a few were missed, and nobody has lost by it yet. */
    HEARTBEAT_MS = 1000,
    HEARTBEAT_STALE_MS = 3 * 1000,

    /* How often deadlines that have passed are looked for: within a second, with time to spare for
       what there is to do about them. */
    DEADLINES_SWEEP_MS = 250,

    /* Open challenges that a player has made: more than anybody follows. */
    CHALLENGES_OPEN_MAX = 50,

    /* Of these to one player: whoever is challenged so often has read it. */
    CHALLENGES_OPEN_TO_ONE_MAX = 3,

    /* Open seeks of one player. Pairing writes all of both players' in one transaction, which
       must fit one flush. */
    SEEKS_OPEN_MAX = 5,

    /* Seeks that are looked at for one that fits: a page of an index. Those behind them come into
       reach as these are paired. */
    SEEK_CANDIDATES_MAX = 32,

    /* How often seeks for chips are looked through for those whose players have not enough any
       more, and how many at a time: their players' chips are read in one round trip. */
    SEEKS_SWEEP_MS = 5 * 1000,
    SEEKS_SWEEP_PAGE = 32,

    /* Players whom one player can block. */
    BLOCKS_MAX = 1000,

    /* After a player has too many challenges or seeks: one may be over by then. */
    OPEN_RETRY_S = 60,

    /* Challenges and seeks that have ended are kept for so long, so that whoever comes late learns
       what became of them. */
    ENDED_CHALLENGE_DAYS = 30,
    ENDED_SEEK_HOURS = 24,

    /* Outages are kept for so long: as a turn may last longest, and what it was held up. */
    OLD_OUTAGE_DAYS = 60,

    /* Of these deleted in one statement. */
    HOUSEKEEPING_ENDED = 1000,

    /* Games, challenges and seeks each that a stream of everything begins with. */
    EVENTS_SNAPSHOT_MAX = 100,

    /* How soon a stream of everything looks again whether an earlier piece has left. */
    STREAM_BUSY_RECHECK_MS = 250,

    /* A stream of everything looks for changes no more often: each look reads all that changed
       lately, which for a busy program is much. */
    EVENTS_INTERVAL_MS = 100,

    /* Until then an expired token is told apart from an unknown one. */
    EXPIRED_TOKEN_DAYS = 30,

    /* How often moves on the ladders are folded into the counts that ranks are read from, and how
       many at a time: what is not folded yet is read with them, some hundreds cost nothing. */
    LADDERS_MS = 2 * 1000,
    LADDER_FOLDED_MAX = 2000,

    /* Neighbours of a player on the ladder, on each side. */
    LADDER_AROUND_MAX = 50,
    LADDER_AROUND_DEFAULT = 5,

    /* Nobody asks for a rank further down. */
    LADDER_RANK_MAX = 2000000000,

    /* Steps in which the distribution is given, in points. */
    LADDER_STEP_MIN = 10,
    LADDER_STEP_MAX = 500,
    LADDER_STEP_DEFAULT = 50,

    /* How often what nobody needs any more is deleted. */
    HOUSEKEEPING_MS = 10 * 60 * 1000,

    /* Tokens deleted in one statement, so that no transaction is long. */
    HOUSEKEEPING_TOKENS = 1000,

    /* A job of the sweeper's that left something to do goes on after such a rest: housekeeping gets
       through what a crowd of addresses made, and the database has time for others. */
    SWEEPER_AGAIN_MS = 100,

    /* Claims of one AI turn before a simple move is played instead: a game never hangs. */
    AI_ATTEMPTS_MAX = 3,

    /* The longest request target: a hundred ids in ?ids= with their commas escaped take 3.9 KB. */
    HTTP_TARGET_BYTES_MAX = 6 * 1024,

    /* Request line and headers together: what common servers take, and a client with cookies of
       other services on the same host still fits. */
    HTTP_HEAD_BYTES_MAX = 8 * 1024,

    /* Header lines of a request; browsers behind proxies send about thirty. */
    HTTP_FIELDS_MAX = 64,

    /* libmicrohttpd's memory for one connection: a head of the largest size, what it notes about
       each field, and the head of the answer. */
    HTTP_POOL_BYTES = 16 * 1024,

    /* The body of a refused request is read and thrown away up to so much, to keep the connection;
       beyond it the answer comes at once and the connection ends. */
    HTTP_DISCARD_BYTES_MAX = 256 * 1024,

    /* Bodies from this size on are worth compressing: they would not fit one packet. */
    HTTP_GZIP_BYTES_MIN = 1024,

    /* A client must take a whole answer in this time. */
    HTTP_ANSWER_MS_MAX = 60 * 1000,

    /* After the last answer a connection is read for so long, so that the client sees that answer
       instead of a reset. */
    HTTP_LINGER_MS = 2 * 1000,

    /* A worker that found the database ready says so for so long without asking: probes in any
       number cost it no more. */
    READY_MS = 1000,

    /* Open files beside connections, streams, workers and threads: the listening socket, the log,
       the jobs' databases, new connections that are turned away. */
    OPEN_FILES_SPARE = 64,

    /* Fewer connections and streams together are no service. */
    OPEN_FILES_ROOM_MIN = 64,

    /* How often deadlines of connections are looked at; they are kept this exactly. */
    HTTP_SWEEP_MS = 250,

    /* Tokens that are known to be good without asking: 512 KiB. One that is crowded out counts as
       its address until it is used again. */
    HTTP_PROVEN_CLIENTS = 64 * 1024,

    /* Buckets of rate limits that are remembered: 2 MiB. Each client has up to four. */
    HTTP_RATE_BUCKETS = 64 * 1024,

    /* The kernel keeps so much of a stream for a slow reader; what comes then is skipped. */
    HTTP_STREAM_SOCKET_BYTES = 32 * 1024,

    /* A stream whose reader takes nothing for so long, while something waits, is cut. */
    HTTP_STREAM_STALL_MS = 30 * 1000,

    /* A seed is a JSON number that every client can represent exactly. */
    SEED_BITS = 53,

    /* An analysis that is answered at once: about a second of thinking. */
    ANALYSIS_DEPTH_MAX = 24,
    ANALYSIS_NODES_MAX = 30 * 1000 * 1000,
    ANALYSIS_NODES_DEFAULT = 3 * 1000 * 1000,

    /* Exact values of all moves fit into such an analysis up to here; so few empties are always
       solved. */
    EXACT_EMPTIES_MAX = 16,
    EXACT_EMPTIES_ALWAYS = 10,

    /* What an analysis in the background may spend on one position and in all: at ten million nodes
       a second some 25 seconds and four minutes of one core. */
    STUDY_DEPTH_MAX = 40,
    STUDY_POSITION_NODES_MAX = 256 * 1000 * 1000,
    STUDY_EXACT_EMPTIES_MAX = 24,

    /* Open studies: of one caller so that nobody fills the queue, of all so that whoever is queued
       last still gets an answer within the day. */
    STUDIES_OF_CALLER_MAX = 20,
    STUDIES_MAX = 1000,

    /* A study is claimed for so long at a time, and again at each sweep while it is worked on:
       after a crash nobody waits longer. */
    STUDY_LEASE_MS = 5 * 1000,

    /* How often claims are renewed, and so noticed to be gone; and what is due is looked for. */
    STUDIES_SWEEP_MS = 1000,

    /* Claims of a study in which it did not get on before it is given up. */
    STUDY_ATTEMPTS_MAX = 3,

    /* A study that was worked on for so long lets others have their turn. */
    STUDY_TURN_MS = 2 * 1000,

    /* After a study's caller, or all, have too many of them: one of them may have ended by then. */
    STUDY_RETRY_S = 10,

    /* An analysis is kept for so long after it ended. */
    ANALYSIS_DAYS = 7,

    /* Analyses deleted in one statement. */
    HOUSEKEEPING_ANALYSES = 100
};

/* The largest seed. */
#define SEED_MAX ((INT64_C(1) << SEED_BITS) - 1)

/* Of all positions of an analysis in the background together. */
#define STUDY_NODES_MAX INT64_C(2500000000)

#endif
