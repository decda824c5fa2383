// One origin for the page and the API, so that no CORS is needed.
export default { server: { proxy: { "/api": `http://localhost:${process.env.PORT ?? 3000}` } } };
