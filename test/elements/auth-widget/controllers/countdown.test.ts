// Countdown alone, in a small host, with a fake clock and timer.
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { deadlineIn, type Deadline } from '../../../../src/core/deadline.js';
import { Countdown } from '../../../../src/elements/auth-widget/controllers/countdown.js';

class CountdownHost extends LitElement {
  deadline: Deadline | null = null;
  readonly countdown = new Countdown(this);

  async show(deadline: Deadline | null): Promise<void> {
    this.deadline = deadline;
    this.requestUpdate();
    await this.updateComplete;
  }

  get left(): number {
    return Number(this.shadowRoot!.textContent);
  }

  override render() {
    return this.countdown.secondsTo(this.deadline);
  }
}
customElements.define('countdown-host', CountdownHost);

describe('Countdown', () => {
  const START = 1_000_000;
  const original = { now: Date.now, setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  let now: number;
  /** The timers that are running, by their ids. */
  const timers = new Map<number, { readonly delay: number; run(): void }>();
  const delays = () => [...timers.values()].map(({ delay }) => delay);
  let host: CountdownHost;

  beforeEach(async () => {
    now = START;
    timers.clear();
    host = await fixture<CountdownHost>(html`<countdown-host></countdown-host>`);
    let id = 0;
    Date.now = () => now;
    Object.assign(window, {
      setTimeout: (run: () => void, delay: number) => {
        timers.set(++id, { delay, run });
        return id;
      },
      clearTimeout: (cleared: number) => timers.delete(cleared),
    });
  });

  afterEach(() => {
    Date.now = original.now;
    window.setTimeout = original.setTimeout;
    window.clearTimeout = original.clearTimeout;
  });

  /** Lets the time of the only timer pass, and then fires it. */
  async function runOut(): Promise<void> {
    const [timer] = timers.values();
    const { delay, run } = timer!;
    timers.clear();
    now += delay;
    run();
    await host.updateComplete;
  }

  it('without a deadline, and with one that has passed, it says 0 and runs no timer', async () => {
    await host.show(null);
    expect([host.left, delays()]).to.deep.equal([0, []]);
    await host.show({ at: now - 1, seconds: 60 });
    expect([host.left, delays()]).to.deep.equal([0, []]);
    await host.show({ at: now, seconds: 60 });
    expect([host.left, delays()]).to.deep.equal([0, []]);
  });

  it('renders its host when the number of whole seconds changes, down to 0', async () => {
    await host.show({ at: now + 2500, seconds: 60 });
    expect([host.left, delays()]).to.deep.equal([3, [500]]);
    await runOut();
    expect([host.left, delays()]).to.deep.equal([2, [1000]]);
    await runOut();
    expect([host.left, delays()]).to.deep.equal([1, [1000]]);
    await runOut();
    expect([host.left, delays()]).to.deep.equal([0, []]);
  });

  it('if the host renders for another reason, there is still only one timer', async () => {
    await host.show(deadlineIn(10, now));
    now += 400;
    await host.show(host.deadline);
    expect([host.left, delays()]).to.deep.equal([10, [600]]);
  });

  it('a clock that is set back makes the wait no longer than its duration, and the countdown continues from there', async () => {
    await host.show(deadlineIn(60, now));
    now -= 3_600_000;
    await host.show(host.deadline);
    expect(host.left).to.equal(60);
    now += 20_000;
    await host.show(host.deadline);
    expect(host.left).to.equal(40);
  });

  it('follows another deadline, and the end of it', async () => {
    await host.show(deadlineIn(60, now));
    await host.show(deadlineIn(30, now));
    expect(host.left).to.equal(30);
    await host.show(null);
    expect([host.left, delays()]).to.deep.equal([0, []]);
  });

  it('stops while its host is not in the document, and shows what is left when it is back', async () => {
    const parent = host.parentElement!;
    await host.show(deadlineIn(60, now));
    host.remove();
    expect(delays()).to.deep.equal([]);
    await host.show(host.deadline);
    expect(delays()).to.deep.equal([]);
    now += 20_000;
    parent.append(host);
    await host.updateComplete;
    expect([host.left, delays()]).to.deep.equal([40, [1000]]);
  });
});
