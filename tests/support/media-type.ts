// Written out here, so that the tests do not share a mistake with the sources.
export const MEDIA_TYPE = "application/vnd.api+json";
export const EXTENDED = 'application/vnd.api+json; ext="urn:trestle:fields"';
export const ATOMIC = "https://jsonapi.org/ext/atomic";
export const ATOMIC_TYPE = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
export const BOTH_TYPE = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic urn:trestle:fields"';
