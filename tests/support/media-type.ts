// Written out here, so that the tests do not share a mistake with the sources.
export const MEDIA_TYPE = "application/vnd.api+json";
export const EXTENDED = 'application/vnd.api+json; ext="urn:trestle:fields"';
