// The libraries of the widget alone: a field whose text is in an XState machine. The field gets the machine's actor from an element
// around it, through Lit's context.
import { ContextConsumer, ContextProvider, createContext } from '@lit/context';
import { html, LitElement } from 'lit';
import { assign, createActor, createMachine } from 'xstate';

const typing = createMachine({
  context: { text: '' },
  on: { TYPED: { actions: assign({ text: ({ event }) => event.text }) } },
});
const actorContext = createContext('actor');

class BareHost extends LitElement {
  #provider = new ContextProvider(this, { context: actorContext, initialValue: createActor(typing).start() });

  render() {
    return html`<bare-field></bare-field>`;
  }
}

class BareField extends LitElement {
  #consumer = new ContextConsumer(this, {
    context: actorContext,
    callback: actor => actor.subscribe(() => this.requestUpdate()),
  });

  render() {
    const actor = this.#consumer.value;
    return html`<label
      >Phone number
      <input
        type="tel"
        .value=${actor.getSnapshot().context.text}
        @input=${event => actor.send({ type: 'TYPED', text: event.target.value })}
    /></label>`;
  }
}

customElements.define('bare-host', BareHost);
customElements.define('bare-field', BareField);
