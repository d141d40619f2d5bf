/**
 * The script after the tag, which runs before the first paint. It keeps clicks on the buttons of the form and the Enter key for `takeover.ts`, and hides
 * the form if a session or a flow is stored. The form then lacks an element, so that `takeover.ts` doesn't take it over.
 */
export const servedScript = `(h=>{
let f=h.shadowRoot?.querySelector('form'),
k=new URL(h.getAttribute('base-url')||'/',document.baseURI).href.replace(/\\/*([?#].*)?$/,''),
o=(t,g)=>h.addEventListener(t,e=>g(e.composedPath()[0],e)),
s=(n,p)=>Object.keys(n).some(i=>i.startsWith('auth-widget:'+p+k));
if(!f)return;
h.heldClicks=[];
o('click',t=>f.contains(t=t.closest('button'))&&h.heldClicks?.push(t));
o('keydown',(t,e)=>e.key=='Enter'&&!e.isComposing&&t.matches('input')&&h.heldClicks?.push(f.querySelector('[part=button]')));
o('compositionstart',t=>t.isComposing=1);
o('compositionend',t=>t.isComposing=0);
try{(s(localStorage,'session:')&&!h.hasAttribute('no-auto-login')||s(sessionStorage,'flow:'))&&(f.style.visibility='hidden',f.querySelector('[role=status]').remove())}catch{}
})(document.currentScript.previousElementSibling)`.replaceAll('\n', '');
