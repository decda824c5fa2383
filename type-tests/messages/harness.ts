// message: include "author__nope": "users" has no relationship "nope"
type Sentence = 'include "author__nope": "users" has no relationship "nope"';
declare function include(options: { readonly author: Sentence }): void;

include({ author: 1 as number });
