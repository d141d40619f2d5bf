// The way up from an element, through trees that aren't in the document.
import { expect } from '@open-wc/testing';
import '../../src/define/phone-input.js';
import { selfAndAncestors } from '../../src/elements/tree.js';

/** Removes its parent as soon as it's connected, as an element with nothing to show may do. */
class RemovesParent extends HTMLElement {
  connectedCallback(): void {
    this.parentElement?.remove();
  }
}
customElements.define('removes-parent', RemovesParent);

/** The names of the nodes. Chai takes minutes to print two nodes that differ. */
const namesFrom = (node: Node) => selfAndAncestors(node).map(({ nodeName }) => nodeName);

describe('the ancestors of an element', () => {
  it('are the nodes around it, across shadow roots', () => {
    const outer = document.createElement('div');
    const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    const names = ['P', '#document-fragment', 'DIV'];
    expect(namesFrom(inner)).to.deep.equal(names);
    document.body.append(outer);
    expect(namesFrom(inner)).to.deep.equal([...names, 'BODY', 'HTML', '#document']);
    outer.remove();
  });

  it('end at an element that has a `host` of its own, and at a fragment', () => {
    const link = document.createElement('a');
    link.href = 'https://site.example/';
    expect(namesFrom(link)).to.deep.equal(['A']);
    const fragment = document.createDocumentFragment();
    fragment.append(link);
    expect(namesFrom(link)).to.deep.equal(['A', '#document-fragment']);
  });

  it('a field whose ancestor with a `host` is removed while it is connected causes no error', () => {
    const errors: string[] = [];
    const handleError = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.message);
    };
    window.addEventListener('error', handleError);
    const card = Object.assign(document.createElement('div'), { host: 'site.example' });
    card.append(document.createElement('removes-parent'), document.createElement('phone-input'));
    document.body.append(card);
    window.removeEventListener('error', handleError);
    expect([card.isConnected, ...errors]).to.deep.equal([false]);
  });
});
