// message: Argument of type 'Wrapper<{}, void>' is not assignable to parameter of type 'AnyMiddleware<{}>'.
import { trestle } from "trestle";

const t = trestle();
const requireLogin = t.wrapper(() => {});

t.use(requireLogin);
