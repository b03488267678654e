// Shows the contract. Nothing is asked of any other host: validatorUrl would be the one exception.
window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: '/v1/openapi.json',
    dom_id: '#docs',
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
  });
});
