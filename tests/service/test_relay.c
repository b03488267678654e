/* Two replicas on one database: what is signalled at one is signalled at the other. */

#include "database.h"
#include "events/relay.h"
#include "fake_request.h"
#include "store_fixture.h"
#include "suite.h"

#include <check.h>
#include <time.h>

enum { REPLICAS = 2, HERE = 0, THERE = 1 };

struct replica {
    struct hub *hub;
    struct relay *relay;
};

static struct replica replicas[REPLICAS];
static struct fake_request waiting[REPLICAS + 1];

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static struct relay *start(struct hub *hub)
{
    struct relay *relay = relay_start(
        &(struct store_options){database_url(DATABASE_SERVICE), 10000, 10000, "test"}, hub);
    ck_assert(relay);
    return relay;
}

static uint64_t heard(int replica)
{
    struct relay_figures figures;
    relay_figures(replicas[replica].relay, &figures);
    return figures.heard;
}

/** Signals a topic until the other replica has heard of it: both listen then. @return how often */
static int signal_until_heard(int from, const struct uuid *topic)
{
    int signals = 0;
    for (uint64_t before = heard(1 - from); heard(1 - from) == before; rest(), signals++)
        hub_signal(replicas[from].hub, topic);
    return signals;
}

static void begin(struct random *random)
{
    struct uuid topic = fixture_id(random);
    for (int i = 0; i < REPLICAS; i++) {
        replicas[i].hub = hub_new();
        replicas[i].relay = start(replicas[i].hub);
    }
    for (int i = 0; i < REPLICAS; i++)
        signal_until_heard(i, &topic);
}

static void end(void)
{
    for (int i = 0; i <= REPLICAS; i++)
        fake_request_finish(&waiting[i]);
    for (int i = 0; i < REPLICAS; i++) {
        relay_stop(replicas[i].relay);
        hub_free(replicas[i].hub);
    }
}

START_TEST(a_signal_wakes_those_who_watch_its_topic_at_the_other_replica)
{
    struct random random =
        random_for("a_signal_wakes_those_who_watch_its_topic_at_the_other_replica");
    begin(&random);
    struct uuid topic = fixture_id(&random), other = fixture_id(&random);
    for (int i = 0; i < REPLICAS; i++)
        hub_watch(replicas[i].hub, &waiting[i].request, &topic);
    hub_watch(replicas[THERE].hub, &waiting[REPLICAS].request, &other);
    int signals = signal_until_heard(HERE, &topic);
    ck_assert_int_ge(atomic_load(&waiting[THERE].wakes), 1);
    ck_assert_int_eq(atomic_load(&waiting[HERE].wakes), signals); /* its own hints wake nobody */
    ck_assert_int_eq(atomic_load(&waiting[REPLICAS].wakes), 0);
    end();
}
END_TEST

START_TEST(many_topics_at_once_are_all_told_of_or_counted)
{
    struct random random = random_for("many_topics_at_once_are_all_told_of_or_counted");
    enum { TOPICS = 10000 };
    struct relay_figures before, after;
    begin(&random);
    relay_figures(replicas[HERE].relay, &before);
    uint64_t heard_before = heard(THERE);
    for (int i = 0; i < TOPICS; i++) {
        struct uuid topic = fixture_id(&random);
        hub_signal(replicas[HERE].hub, &topic);
        hub_signal(replicas[HERE].hub, &topic); /* told of once, if both come before it is sent */
    }
    do {
        rest();
        relay_figures(replicas[HERE].relay, &after);
    } while (after.told == before.told ||
             after.told - before.told + after.dropped - before.dropped < TOPICS);
    while (heard(THERE) - heard_before < after.told - before.told)
        rest();
    end();
}
END_TEST

START_TEST(a_lost_connection_is_made_again)
{
    struct random random = random_for("a_lost_connection_is_made_again");
    begin(&random);
    struct uuid topic = fixture_id(&random);
    database_run(database_url(DATABASE_ADMIN),
                 "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 "WHERE application_name = 'test'");
    for (int i = 0; i < REPLICAS; i++)
        signal_until_heard(i, &topic);
    end();
}
END_TEST

START_TEST(who_stops_tells_of_the_last_signals)
{
    struct random random = random_for("who_stops_tells_of_the_last_signals");
    begin(&random);
    struct uuid topic = fixture_id(&random);
    hub_watch(replicas[THERE].hub, &waiting[THERE].request, &topic);
    hub_signal(replicas[HERE].hub, &topic);
    relay_stop(replicas[HERE].relay);
    replicas[HERE].relay = NULL;
    while (atomic_load(&waiting[THERE].wakes) == 0)
        rest();
    hub_signal(replicas[HERE].hub, &topic); /* nobody is told any more, and that is fine */
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("relay");
    TCase *tests = tcase_create("relay");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_signal_wakes_those_who_watch_its_topic_at_the_other_replica);
    tcase_add_test(tests, many_topics_at_once_are_all_told_of_or_counted);
    tcase_add_test(tests, a_lost_connection_is_made_again);
    tcase_add_test(tests, who_stops_tells_of_the_last_signals);
    suite_add_tcase(suite, tests);
    return database_suite_run(suite);
}
