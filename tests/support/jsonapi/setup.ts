import { afterEach } from "vitest";
import { takeComplaints } from "./complaints.js";

afterEach(() => {
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`Documents that JSON:API does not allow:\n${complaints.join("\n")}`);
});
