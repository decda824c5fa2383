/** The style of the page. Its hash is in the page's Content-Security-Policy, so no other style applies. */
export const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#151514);--fg:light-dark(#1d1c1a,#ecebe6);--dim:light-dark(#625f58,#a5a29a);--line:light-dark(#e0dcd3,#363532);--soft:light-dark(#f6f4ef,#21211f);--link:light-dark(#2451b8,#94b2ff);--get:light-dark(#2f6f4f,#86cfa6);--patch:light-dark(#8a5a00,#e5b660)}
*{box-sizing:border-box;margin:0}[hidden]{display:none!important}html{scroll-padding-top:4rem;-webkit-text-size-adjust:100%}body{overflow-wrap:anywhere;font:1rem/1.55 system-ui,sans-serif;background:var(--bg);color:var(--fg);max-width:62rem;margin:auto;padding:2.5rem 1.25rem 6rem}a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}h1{font-size:2rem;line-height:1.2;letter-spacing:-.02em;margin-bottom:.75rem}h2{font-size:1.25rem;letter-spacing:-.01em;margin:2.75rem 0 .6rem}
h3{font-size:1rem;font-weight:400}h4{font-size:.8125rem;margin:1.25rem 0 .4rem}small,i,output,summary span,dt b{color:var(--dim);font-weight:400}p{max-width:44rem;margin-bottom:.6rem}code,pre,i,summary b,section dt{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;white-space:pre-wrap;font-size:.8125rem}
dl{display:grid;align-items:baseline;grid-template-columns:minmax(6rem,auto) minmax(0,1fr);gap:.3rem 1.25rem;font-size:.9375rem}dt{max-width:18rem}dt b{font:.75rem system-ui,sans-serif}pre+p,dl+p{margin-top:.6rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}label{position:relative;display:flex;flex:1;gap:.75rem;align-items:center}.filter{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;max-width:none;margin:1rem -.5rem 0;padding:.5rem;background:var(--bg)}
input,button{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--dim);border-radius:6px;padding:.35rem .6rem}input{flex:1;min-width:8rem}kbd{font:.8125rem ui-monospace,monospace;color:var(--dim);border:1px solid var(--line);border-radius:4px;padding:.1rem .4rem;position:absolute;right:.6rem;pointer-events:none}input:focus+kbd,input:not(:placeholder-shown)+kbd{visibility:hidden}@media (hover:none){kbd{display:none}}dt:target code,dt:target+dd{font-weight:600}code a{color:inherit;text-decoration:underline dotted var(--dim)}::placeholder{color:var(--dim);opacity:1}
button{float:right;min-height:1.75rem;margin-top:-2.1rem;padding:0 .5rem;font-size:.8125rem;cursor:pointer}dd>button,.filter button{float:none;margin:0}dd>button{margin-left:.6rem}output:empty{margin-left:-.75rem}
section>details{border-top:1px solid var(--line)}section>details:last-of-type{border-bottom:1px solid var(--line)}section>details[open]{padding-bottom:1.5rem}summary{display:flex;gap:.75rem;align-items:baseline;padding:.5rem .25rem;cursor:pointer}summary:hover{background:var(--soft)}summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:.4rem;height:.4rem;border:solid var(--dim);border-width:0 1.5px 1.5px 0;transform:translateY(-.15rem) rotate(-45deg)}
.found~section>details>summary::after{content:attr(data-found);flex:0 1 20rem;font-size:.8125rem;color:var(--dim)}[open]>summary::before{transform:translateY(-.2rem) rotate(45deg)}
summary h3{flex:1;display:grid;grid-template-columns:3.75rem minmax(0,3fr) minmax(0,2fr);gap:0 .75rem;align-items:baseline}h3>:only-child{grid-column:1/-1}summary b{font-size:.75rem;font-weight:700;color:var(--dim)}
summary .get{color:var(--get)}summary .post,summary .put{color:var(--link)}summary .patch{color:var(--patch)}summary .delete{color:light-dark(#b3261e,#ff9a90)}::highlight(string){color:var(--get)}::highlight(word){color:var(--link)}
::highlight(number){color:var(--patch)}::highlight(comment){color:var(--dim)}i{font-style:normal}strong{display:block;margin-top:.5rem;font:1rem system-ui,sans-serif;font-size:.9375rem;color:var(--fg)}summary+div{padding-left:1.4rem}dd summary{padding:0;font-size:.9375rem}dd pre{margin-top:.4rem}
@media (max-width:60rem){summary{flex-wrap:wrap;gap:0 .75rem}summary::after{margin-left:5.72rem;flex-basis:100%!important}}pre[tabindex]{white-space:pre;overflow-x:auto}
@media (max-width:40rem){button{min-height:2rem;margin-top:-2.35rem}body{padding-top:1.25rem}h2{margin-top:1.5rem}main>dl{grid-template-columns:auto minmax(0,1fr);gap:.3rem .9rem}summary h3{grid-template-columns:3.5rem minmax(0,1fr)}summary span{grid-column:2}summary::after{margin-left:5.48rem}summary+div{padding-left:0}div>dl{grid-template-columns:minmax(0,1fr);gap:0}div dd{margin-bottom:.5rem}}
`;

/** The page's Content-Security-Policy: this style, and the script of the page's own server. */
export async function contentSecurityPolicy(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  const style = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  return `default-src 'none'; script-src 'self'; style-src ${style}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
