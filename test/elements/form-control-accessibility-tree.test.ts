import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/code-input.js';
import '../../src/define/phone-input.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { cdp, inner, isChromium } from '../support/browser.js';

type Control = PhoneInput | CodeInput;

const KINDS = [
  { tag: 'phone-input', name: 'Phone number', value: '79161234567', text: '+7 (916) 123-45-67' },
  { tag: 'code-input', name: 'Confirmation code', value: '123456', text: '123456' },
] as const;

/** Makes elements of markup, the way a page of plain HTML has them. */
async function markup<E extends Element>(text: string): Promise<E> {
  const template = document.createElement('template');
  template.innerHTML = text;
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.append(template.content);
  for (const control of box.querySelectorAll<Control>('phone-input, code-input')) await control.updateComplete;
  return box.firstElementChild as E;
}

for (const kind of KINDS) {
  const { tag, value, text } = kind;

  it(`${tag}: the inner input bears the name and the description by attribute, in every browser`, async () => {
    const box = await markup<HTMLElement>(`<div><label for="ax">Outside</label><${tag} id="ax"></${tag}></div>`);
    const control = box.querySelector<Control>(tag)!;
    expect(inner(control).getAttribute('aria-label')).to.equal('Outside');
    for (const id of inner(control).getAttribute('aria-describedby')!.split(' ')) {
      expect(control.shadowRoot!.getElementById(id), id).not.to.equal(null);
    }
  });

  // The accessibility tree of the browser itself is shown by Chromium alone.
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

      it('a label that changes is carried over at the next rendering', async () => {
        const control = await markup<Control>(`<${tag} aria-label="One"></${tag}>`);
        control.ariaLabel = 'Two';
        await control.updateComplete;
        expect((await textBox()).name).to.equal('Two');
      });

      it('says what it is for, what is wrong, and what is in it', async () => {
        await markup(`<${tag} required description="Why" error="Blocked" value="${value}"></${tag}>`);
        const box = await textBox();
        expect(box).to.deep.include({ description: 'Why Blocked', invalid: 'true', required: true, value: text });
      });

      it('says that it is disabled or can only be read', async () => {
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
