#include "endpoints/analysis.h"

struct result ep_delete_analysis(struct http_request *request, void *worker)
{
    static const char *const names[] = {NULL};
    struct endpoint *endpoint = worker;
    struct study_found found;
    bool deleted = false;
    TRY(http_query_only(request, names));
    TRY(analysis_load(request, endpoint, SCOPE_PLAY, &found, NULL));
    store_ask_delete_study(endpoint->store, &found.study.key, &deleted);
    TRY(ep_flush(request, endpoint));
    studies_cancel(endpoint->services->studies, &found.study.key);
    struct uuid topic = study_topic(&found.study.key);
    hub_signal(endpoint->services->hub, &topic);
    request->response.status = 204;
    return OK;
}
