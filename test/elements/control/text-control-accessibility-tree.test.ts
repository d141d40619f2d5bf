// The name, the description and the states of the inner input that screen readers get.
import { expect } from '@open-wc/testing';
import { cdp, inner, isChromium } from '../../support/browser.js';
import { type Control, KINDS, markup } from '../../support/controls.js';

for (const kind of KINDS) {
  const { tag, value, text } = kind;

  it(`${tag}: the inner input has the name and the description of the host by attributes`, async () => {
    const box = await markup<HTMLElement>(`<div><label for="ax">Outside</label><${tag} id="ax"></${tag}></div>`);
    const control = box.querySelector<Control>(tag)!;
    expect(inner(control).getAttribute('aria-label')).to.equal('Outside');
    for (const id of inner(control).getAttribute('aria-describedby')!.split(' ')) {
      expect(control.shadowRoot!.getElementById(id), id).not.to.equal(null);
    }
  });

  // Only Chromium shows its accessibility tree.
  if (isChromium) {
    describe(`${tag} in the accessibility tree`, () => {
      interface AxValue {
        readonly value: unknown;
      }
      interface AxNode {
        readonly role?: AxValue;
        readonly name?: AxValue;
        readonly description?: AxValue;
        readonly value?: AxValue;
        readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
      }

      /** The one text box of the page, as a screen reader gets it. */
      async function textBox() {
        const { nodes } = await cdp<{ nodes: AxNode[] }>('Accessibility.getFullAXTree');
        const boxes = nodes.filter(node => node.role?.value === 'textbox');
        expect(boxes.length).to.equal(1);
        const [box] = boxes;
        const properties = Object.fromEntries((box!.properties ?? []).map(({ name, value }) => [name, value.value]));
        return {
          name: box!.name?.value,
          description: box!.description?.value,
          value: box!.value?.value,
          ...properties,
        };
      }

      for (const [what, text, name] of [
        ['a name of its own', `<${tag}></${tag}>`, kind.name],
        ['its own label', `<${tag} label="Inside"></${tag}>`, 'Inside'],
        ['a label outside', `<div><label for="ax">Outside</label><${tag} id="ax"></${tag}></div>`, 'Outside'],
        ['a label around', `<label>Around <${tag}></${tag}></label>`, 'Around'],
        ['aria-label', `<${tag} aria-label="Told"></${tag}>`, 'Told'],
      ] as const) {
        it(`is named by ${what}`, async () => {
          await markup(text);
          expect((await textBox()).name).to.equal(name);
        });
      }

      it('follows a change of aria-label', async () => {
        const control = await markup<Control>(`<${tag} aria-label="One"></${tag}>`);
        control.ariaLabel = 'Two';
        await control.updateComplete;
        expect((await textBox()).name).to.equal('Two');
      });

      it('has its description, error message, required state and value', async () => {
        await markup(`<${tag} required description="Why" error="Blocked" value="${value}"></${tag}>`);
        const box = await textBox();
        expect(box).to.deep.include({ description: 'Blocked Why', invalid: 'true', required: true, value: text });
      });

      it('has its hint until an error message takes its place', async () => {
        const control = await markup<Control>(`<${tag} description="Why" hint="How"></${tag}>`);
        expect((await textBox()).description).to.equal('Why How');
        control.error = 'Blocked';
        await control.updateComplete;
        expect((await textBox()).description).to.equal('Blocked Why');
      });

      it('is readonly, or disabled', async () => {
        const control = await markup<Control>(`<${tag} readonly></${tag}>`);
        expect(await textBox()).to.deep.include({ readonly: true });
        control.readonly = false;
        control.disabled = true;
        await control.updateComplete;
        expect(await textBox()).to.deep.include({ disabled: true });
      });
    });
  }
}
