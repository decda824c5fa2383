import { fetchServer } from "../support/fetch-server.js";
import { handle } from "./handler.js";

fetchServer(handle).listen(Number(process.env.PORT), "127.0.0.1");
