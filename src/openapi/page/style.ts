/** The style sheet of the page, in one line for each part. Colours keep a contrast of 4.5 in both themes. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1a1d21;--dim:#5a626c;--line:#e4e7eb;--soft:#f6f7f9;--link:#2250c4;--mark:#eaf0fe;--s:#0a6640;--n:#9a3412;--id:#7a3ea8;
--get:#0a6640;--get-bg:#e2f4ea;--post:#1d4fc4;--post-bg:#e5edfd;--patch:#8a4700;--patch-bg:#fbeedb;--put:#6b35b0;--put-bg:#f0e8fb;--delete:#b01e15;--delete-bg:#fce8e6;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--bg:#0f1216;--fg:#e4e7eb;--dim:#9ba4b0;--line:#272c34;--soft:#161a20;--link:#8db0ff;--mark:#1b2740;--s:#7ad7a4;--n:#f2a36b;--id:#cfa4f2;
--get:#7ddba8;--get-bg:#12301f;--post:#94b5ff;--post-bg:#182647;--patch:#f0b866;--patch-bg:#37270e;--put:#cba6f7;--put-bg:#2b1e40;--delete:#ff9d94;--delete-bg:#401a17}}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--fg);font:400 .9375rem/1.6 var(--sans);overflow-wrap:break-word}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.2em}
a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
main:focus{outline:0}
code,pre,.m,.status{font-family:var(--mono)}
code{font-size:.875em;overflow-wrap:anywhere}
p{margin:0 0 .75rem}
ul{list-style:none;margin:0;padding:0}
h1,h2,h3,h4,caption{font-weight:650;line-height:1.25;letter-spacing:-.011em;text-align:left;text-wrap:balance}
h1{font-size:2rem;margin:0 0 1rem;letter-spacing:-.022em}
h2{font-size:1.5rem;margin:0 0 .75rem;letter-spacing:-.018em}
h3{font-size:1.125rem;margin:0 0 .5rem}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4,caption{font-size:.8125rem;letter-spacing:0;margin:1.75rem 0 0;padding:0 0 .5rem}
.dim,.version,.type,dt{color:var(--dim)}
.version{font-size:1rem;font-weight:400;letter-spacing:0}
.lead{font-size:1.125rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.skip{position:absolute;left:.5rem;top:-4rem;z-index:3;background:var(--bg);padding:.5rem .75rem;border-radius:6px}
.skip:focus{top:.5rem}
.m{display:inline-block;font-size:.6875rem;font-weight:650;line-height:1;letter-spacing:.02em;padding:.25rem .375rem;border:1px solid transparent;border-radius:4px;color:var(--dim);background:var(--soft)}
.get{color:var(--get);background:var(--get-bg)}.post{color:var(--post);background:var(--post-bg)}.patch{color:var(--patch);background:var(--patch-bg)}.put{color:var(--put);background:var(--put-bg)}.delete{color:var(--delete);background:var(--delete-bg)}
.path{display:flex;gap:.5rem;align-items:baseline;margin-bottom:1rem}.path code{font-size:.875rem}.id{color:var(--id)}
nav{border-bottom:1px solid var(--line);background:var(--bg);position:sticky;top:0;z-index:2;padding:.5rem 1.25rem}
nav a{color:inherit;text-decoration:none}
nav ul ul{display:none}
nav>ul{display:flex;gap:1.25rem;font-size:.875rem;overflow-x:auto;scrollbar-width:thin}
nav>ul>li{flex:none}
nav .tag{color:var(--dim);display:block;padding:.25rem 0}
nav a:hover{color:var(--link)}
.brand{margin:0;font-weight:650}.brand .dim{font-weight:400;font-size:.8125rem}
main{padding:2.5rem 1.25rem 6rem}
.op{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr);padding:2.5rem 0;border-top:1px solid var(--line);scroll-margin-top:4rem}
.intro{padding-top:0;border:0}
.about,.code{min-width:0}
.about{max-width:42rem}
.group{padding:3rem 0 2rem;border-top:1px solid var(--line);scroll-margin-top:4rem}
.group p{max-width:42rem}
.index{border:1px solid var(--line);border-radius:8px;padding:.5rem 0;max-width:56rem}
.index a{display:flex;gap:.75rem;align-items:baseline;padding:.25rem 1rem;color:inherit;text-decoration:none}
.index a:hover span+span{text-decoration:underline}
.index code{display:none}
.index .m{flex:none;width:4rem;text-align:center}
dl{margin:1.5rem 0 0}dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.375rem 0;border-top:1px solid var(--line)}dt{flex:0 0 8rem;font-size:.875rem}dd{margin:0;min-width:0;flex:1 1 10rem}
table{border-collapse:collapse;width:100%;font-size:.875rem;table-layout:fixed;margin-top:1.75rem}
caption{margin:0}
th,td{text-align:left;vertical-align:baseline;font-weight:400;padding:.625rem 1rem .625rem 0;border-top:1px solid var(--line)}
td{padding-right:0}
col.name{width:38%}
#types+.op{border:0;padding-top:0}#types{padding-bottom:1rem}
.responses th[scope=row]{width:5rem}
th code{font-weight:600}
tr.group th{font-size:.75rem;font-weight:600;color:var(--dim);padding:1rem 0 .375rem;border-top:1px solid var(--line)}
td code{display:inline-block;max-width:100%}
td p{margin:0 0 .25rem}td p:last-child{margin:0}
.type{font-size:.8125rem}
.req,.old{font-size:.6875rem;color:var(--delete);white-space:nowrap}
.old{color:var(--patch)}
.kind{font-size:.8125rem;margin-top:.5rem}
.status{font-size:.8125rem;font-weight:600}.s2{color:var(--get)}.s4,.s5{color:var(--patch)}
figure,details{margin:0 0 1rem;border:1px solid var(--line);border-radius:8px;background:var(--soft);overflow:hidden}
figcaption,summary{font-size:.75rem;font-weight:600;color:var(--dim);padding:.5rem .875rem;display:flex;justify-content:space-between;align-items:center;gap:.5rem}
figcaption,details[open] summary{border-bottom:1px solid var(--line)}
summary{cursor:pointer;display:list-item;padding-left:.875rem;list-style-position:inside}
pre{margin:0;padding:.75rem .875rem;font-size:.8125rem;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
pre code{font-size:inherit}
.s{color:var(--s)}.n{color:var(--n)}
button,input{font:inherit;color:inherit}
button{font-size:.75rem;font-weight:600;line-height:1;padding:.375rem .625rem;border:1px solid var(--line);border-radius:6px;background:var(--bg);cursor:pointer}
button:hover{border-color:var(--link);color:var(--link)}
.try{padding:.75rem .875rem;border:1px solid var(--line);border-radius:8px;margin:0 0 1rem;display:grid;gap:.5rem}
.try label{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.75rem;align-items:center;font-size:.8125rem}
.try input{width:100%;font-family:var(--mono);font-size:.8125rem;padding:.375rem .5rem;border:1px solid var(--dim);border-radius:6px;background:var(--bg)}
.send{justify-self:start;background:var(--link);border-color:var(--link);color:var(--bg);padding:.5rem .875rem}
.send:hover{color:var(--bg)}
output p{margin:.25rem 0 .5rem;font-size:.8125rem;color:var(--dim)}output pre{max-height:24rem;overflow:auto;background:var(--soft);border-radius:6px}
@media (min-width:48rem){.index code{display:inline;margin-left:auto;text-align:right}}
@media (min-width:60rem){
body{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{height:100vh;overflow-y:auto;border:0;border-right:1px solid var(--line);padding:2rem 1rem 3rem 1.5rem;scrollbar-width:thin}
.brand{margin:0 0 1.25rem;padding:0 .5rem}
nav>ul{display:block;overflow:visible;font-size:.8125rem}nav ul ul{display:block;margin:0 0 1rem}
nav .tag{font-weight:650;color:var(--fg);padding:.25rem .5rem}
nav li li a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem .5rem;border-radius:6px;color:var(--dim);line-height:1.4}
nav li li a:hover,nav [aria-current]{background:var(--soft);color:var(--fg)}
nav .m{flex:none;width:2.9rem;padding:0;background:none;border:0;font-size:.625rem}
main{padding:3.5rem 3rem 8rem;max-width:88rem}
.op,.group{scroll-margin-top:0}}
@media (min-width:80rem){
.op{grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:3.5rem}
.code{position:sticky;top:1.5rem;align-self:start}
.group.op{padding-bottom:0}}
@media (max-width:30rem){col.name{width:46%}.try label{grid-template-columns:minmax(0,1fr);gap:.125rem}h1{font-size:1.625rem}}
@media (forced-colors:active){.m{border-color:currentColor}nav .m{border:0}}
@media print{nav,button{display:none}body{display:block}}
`;
