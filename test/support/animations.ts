// The motion of the elements, in tests.

/** The animations that end, in the shadow root of an element and in those of the elements inside. */
export function animationsIn(host: Element): Animation[] {
  const root = host.shadowRoot;
  if (!root) return [];
  const own = root.getAnimations().filter(each => each.effect!.getComputedTiming().endTime !== Infinity);
  return [...own, ...[...root.querySelectorAll('*')].flatMap(animationsIn)].filter(
    each => !(each instanceof CSSTransition),
  );
}

/** Lets the motion end at once. `document.getAnimations()` doesn't reach into shadow roots in every engine. */
export function finishAnimations(host: Element): void {
  for (const each of animationsIn(host)) each.finish();
}
