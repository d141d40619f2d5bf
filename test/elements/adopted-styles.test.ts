// Elements in a document other than the one that loaded them: that of an iframe or a picture-in-picture window.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import { inner } from '../support/browser.js';
import { backend, make, settled, widget } from '../support/widget.js';

describe('auth-widget in another document', () => {
  const anotherDocument = async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="another" width="600" height="600"></iframe>`);
    return frame.contentDocument!.body;
  };
  const fieldIn = (tag: string) => inner(widget.shadowRoot!.querySelector(tag)!);

  afterEach(() => widget.client.dispose());

  it('keeps its styles on the screens that are rendered there', async () => {
    make();
    await fixture(html`<div>${widget}</div>`);
    await settled();
    (await anotherDocument()).append(widget);
    const requested = widget.client.loginByPhone('9161234567');
    await backend.answer('requestCode', {});
    await requested;
    await settled();
    expect(getComputedStyle(fieldIn('code-input')).position).to.equal('absolute');
  });

  it('has its styles when it is rendered for the first time there', async () => {
    make();
    (await anotherDocument()).append(widget);
    await settled();
    expect(getComputedStyle(fieldIn('phone-input')).fontSize).to.equal('18px');
  });

  it('keeps its styles and those of the elements inside when it is moved there', async () => {
    make();
    await fixture(html`<div>${widget}</div>`);
    await settled();
    const styles = () => {
      const card = getComputedStyle(widget.shadowRoot!.querySelector('[part=card]')!);
      const input = getComputedStyle(fieldIn('phone-input'));
      return [card.paddingTop, input.minHeight, input.fontSize];
    };
    const before = styles();
    expect(before[0]).not.to.equal('0px');
    (await anotherDocument()).append(widget);
    await settled();
    expect(styles()).to.deep.equal(before);
  });

  it('elements with the same tag share their style sheets in the document of the script', async () => {
    const sheetsOf = async (tag: string) => {
      const element = await fixture(`<${tag} no-auto-login></${tag}>`);
      return element.shadowRoot!.adoptedStyleSheets;
    };
    for (const tag of ['auth-widget', 'phone-input', 'code-input']) {
      const [one, other] = [await sheetsOf(tag), await sheetsOf(tag)];
      expect(one.length).to.be.above(0);
      expect(
        one.every((sheet, index) => sheet === other[index]),
        tag,
      ).to.equal(true);
    }
  });
});
