// The same schemas as in the reference of the server bench, for each resource. Fastify compiles every one as it starts.
import Fastify from "fastify";
import { MEDIA_TYPE } from "../../server/by-hand/document.js";
import { listQuery, manyDocument, newArticle, oneDocument, oneQuery } from "../../server/by-hand/schemas.js";
import { RESOURCES, rowOf } from "../resources.js";

export async function start(port: number): Promise<void> {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, allErrors: true } } });
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: "string" }, app.getDefaultJsonParser("error", "error"));
  const params = { type: "object", properties: { id: { type: "integer" } } };
  for (const type of RESOURCES) {
    const one = async () => ({ data: { type, id: "1", attributes: rowOf(1) } });
    const many = async () => ({ data: [{ type, id: "1", attributes: rowOf(1) }] });
    const nothing = async () => undefined;
    const read = { params, querystring: oneQuery, response: { 200: oneDocument } };
    app.get(`/api/${type}`, { schema: { querystring: listQuery, response: { 200: manyDocument } } }, many);
    app.get(`/api/${type}/:id`, { schema: read }, one);
    app.post(`/api/${type}`, { schema: { body: newArticle, response: { 201: oneDocument } } }, one);
    app.patch(`/api/${type}/:id`, { schema: { params, body: newArticle, response: { 200: oneDocument } } }, one);
    app.delete(`/api/${type}/:id`, { schema: { params } }, nothing);
    app.get(`/api/${type}/:id/parent`, { schema: read }, one);
    app.get(`/api/${type}/:id/others`, { schema: { ...read, response: { 200: manyDocument } } }, many);
    app.patch(`/api/${type}/:id/relationship/parent`, { schema: { params, body: newArticle } }, nothing);
  }
  await app.listen({ port, host: "127.0.0.1" });
}
