/**
 * Who is woken by a signal: those who watch its topic, until they are over.
 */
#include "events/hub.h"
#include "fake_request.h"
#include "random.h"
#include "require.h"
#include "suite.h"

#include <pthread.h>
#include <string.h>

enum { REQUESTS = 300, TOPICS = 20 };

static struct fake_request requests[REQUESTS];

/** Topics that share their last bytes share a bucket too. */
static struct uuid topic_of(int number)
{
    struct uuid topic = {{0}};
    topic.bytes[0] = (uint8_t)number;
    topic.bytes[15] = (uint8_t)(number % 3);
    return topic;
}

static void watch(struct hub *hub, int request, int topic_number)
{
    struct uuid topic = topic_of(topic_number);
    hub_watch(hub, &requests[request].request, &topic);
}

static void signal_topic(struct hub *hub, int number)
{
    struct uuid topic = topic_of(number);
    hub_signal(hub, &topic);
}

START_TEST(a_signal_wakes_those_who_watch_its_topic)
{
    struct hub *hub = hub_new();
    signal_topic(hub, 1); /* nobody there yet */
    watch(hub, 0, 1);
    watch(hub, 1, 1);
    watch(hub, 2, 2);
    watch(hub, 3, 4); /* in the bucket of 1 */
    signal_topic(hub, 1);
    ck_assert_int_eq(requests[0].wakes, 1);
    ck_assert_int_eq(requests[1].wakes, 1);
    ck_assert_int_eq(requests[2].wakes, 0);
    ck_assert_int_eq(requests[3].wakes, 0);
    signal_topic(hub, 1);
    signal_topic(hub, 4);
    ck_assert_int_eq(requests[0].wakes, 2);
    ck_assert_int_eq(requests[3].wakes, 1);
    for (int i = 0; i < 4; i++)
        fake_request_finish(&requests[i]);
    hub_free(hub);
}
END_TEST

START_TEST(a_request_that_is_over_is_not_woken)
{
    struct hub *hub = hub_new();
    for (int i = 0; i < 3; i++)
        watch(hub, i, 1);
    fake_request_finish(&requests[1]);
    signal_topic(hub, 1);
    ck_assert_int_eq(requests[0].wakes, 1);
    ck_assert_int_eq(requests[1].wakes, 0);
    ck_assert_int_eq(requests[2].wakes, 1);
    fake_request_finish(&requests[0]);
    fake_request_finish(&requests[2]);
    signal_topic(hub, 1);
    ck_assert_int_eq(requests[0].wakes, 1);
    hub_free(hub);
}
END_TEST

START_TEST(a_request_watches_the_first_topic_only)
{
    struct hub *hub = hub_new();
    watch(hub, 0, 1);
    watch(hub, 0, 1);
    watch(hub, 0, 2);
    signal_topic(hub, 2);
    ck_assert_int_eq(requests[0].wakes, 0);
    signal_topic(hub, 1);
    ck_assert_int_eq(requests[0].wakes, 1);
    fake_request_finish(&requests[0]);
    hub_free(hub);
}
END_TEST

START_TEST(a_hub_does_as_a_list_of_watchers_would)
{
    struct random random = random_for("a_hub_does_as_a_list_of_watchers_would");
    struct hub *hub = hub_new();
    int watched[REQUESTS], wakes[REQUESTS] = {0};
    memset(watched, -1, sizeof watched);
    for (int step = 0; step < 20000; step++) {
        int request = random_below(&random, REQUESTS), topic = random_below(&random, TOPICS);
        switch (random_below(&random, 3)) {
        case 0:
            watch(hub, request, topic);
            watched[request] = watched[request] < 0 ? topic : watched[request];
            break;
        case 1:
            fake_request_finish(&requests[request]);
            watched[request] = -1;
            break;
        default:
            signal_topic(hub, topic);
            for (int i = 0; i < REQUESTS; i++)
                wakes[i] += watched[i] == topic;
        }
        for (int i = 0; i < REQUESTS; i++)
            REQUIRE(requests[i].wakes == wakes[i]);
    }
    for (int i = 0; i < REQUESTS; i++)
        fake_request_finish(&requests[i]);
    hub_free(hub);
}
END_TEST

/* --- at the same time ------------------------------------------------------------------------ */

enum { WATCHERS = 3, ROUNDS = 3000 };

struct hand {
    pthread_t thread;
    struct hub *hub;
    int topic;
};

/** Watches, signals itself, and ends, again and again: no signal of its own may be lost. */
static void *watch_and_end(void *argument)
{
    struct hand *hand = argument;
    for (int round = 0; round < ROUNDS; round++) {
        struct fake_request fake = {0};
        struct uuid topic = topic_of(hand->topic);
        hub_watch(hand->hub, &fake.request, &topic);
        hub_signal(hand->hub, &topic);
        REQUIRE(atomic_load(&fake.wakes) > 0);
        fake_request_finish(&fake);
    }
    return NULL;
}

static void *signal_all(void *argument)
{
    struct hand *hand = argument;
    for (int round = 0; round < ROUNDS; round++)
        signal_topic(hand->hub, round % 3);
    return NULL;
}

START_TEST(watching_signalling_and_ending_may_happen_at_the_same_time)
{
    struct hub *hub = hub_new();
    struct hand hands[WATCHERS + 1];
    for (int i = 0; i <= WATCHERS; i++) {
        hands[i] = (struct hand){.hub = hub, .topic = i % 2};
        ck_assert_int_eq(pthread_create(&hands[i].thread, NULL,
                                        i < WATCHERS ? watch_and_end : signal_all, &hands[i]),
                         0);
    }
    for (int i = 0; i <= WATCHERS; i++)
        pthread_join(hands[i].thread, NULL);
    hub_free(hub);
}
END_TEST

START_TEST(there_may_be_no_hub_to_free)
{
    hub_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hub");
    TCase *tcase = tcase_create("hub");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_signal_wakes_those_who_watch_its_topic);
    tcase_add_test(tcase, a_request_that_is_over_is_not_woken);
    tcase_add_test(tcase, a_request_watches_the_first_topic_only);
    tcase_add_test(tcase, a_hub_does_as_a_list_of_watchers_would);
    tcase_add_test(tcase, watching_signalling_and_ending_may_happen_at_the_same_time);
    tcase_add_test(tcase, there_may_be_no_hub_to_free);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
