import { storageKey } from '../client/storage/storage-keys.js';

/**
 * The script after the tag. It records clicks on the buttons of the form and presses of Enter, which `takeover.ts` repeats, and
 * marks the inputs in which a composition is under way. The form is served hidden, because a browser may paint between the tag
 * and the script. The script shows it, unless storage holds a session that will be restored or a flow that began in the form's
 * mode. In that case it removes the element with the role `status`, and without that `takeover.ts` renders the form anew.
 */
export const servedScript = `(c=>{
let h=c.previousElementSibling,
f=h.shadowRoot?.querySelector('form'),
k=new URL(h.getAttribute('base-url')||'/',document.baseURI).href.replace(/\\/*([?#].*)?$/,''),
o=(t,g)=>h.addEventListener(t,e=>g(e.composedPath()[0],e));
if(!f)return;
h.heldClicks=[];
o('click',t=>f.contains(t=t.closest('button'))&&h.heldClicks?.push(t));
o('keydown',(t,e)=>e.key=='Enter'&&!e.isComposing&&t.matches('input')&&h.heldClicks?.push(f.querySelector('[part=button]')));
o('compositionstart',t=>t.isComposing=1);
o('compositionend',t=>t.isComposing=0);
try{k=localStorage.getItem('${storageKey('session', '')}'+k)&&!h.hasAttribute('no-auto-login')||sessionStorage.getItem('${storageKey('flow', '')}'+k+':'+c.dataset.mode)}catch{k=0}
k?f.querySelector('[role=status]').remove():f.inert=!1
})(document.currentScript)`.replaceAll('\n', '');
