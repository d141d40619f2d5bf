import { css } from 'lit';

/** The styles of the widget's forms: buttons, links, messages, and what is next to the inputs. */
export const formStyles = css`
  [part='methods'] {
    display: grid;
    grid-auto-columns: 1fr;
    grid-auto-flow: column;
    gap: 4px;
    padding: 4px;
    border-radius: var(--_radius);
    background: var(--_field);
  }

  button {
    min-block-size: calc(44px * var(--_density));
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: transparent;
    font-weight: 500;
    cursor: pointer;
  }

  [aria-pressed] {
    border-radius: calc(var(--_radius) - 3px);
    color: var(--_muted);
  }

  [part='methods'] > [aria-pressed='true'] {
    background: var(--_surface);
    color: var(--_text);
  }

  [part='methods'] > [aria-pressed='true']:not(:focus-visible) {
    box-shadow: 0 1px 3px #0003;
  }

  /* In the dark scheme no shadow is seen, and the surface is darker than the switch: a lighter colour raises the button. */
  @supports (color: light-dark(red, red)) {
    [part='methods'] > [aria-pressed='true'] {
      background: light-dark(var(--_surface), color-mix(in srgb, #fff 11%, var(--_field)));
    }
  }

  .line {
    position: relative;
  }

  input:has(+ .eye) {
    padding-inline-end: 52px;
  }

  .eye {
    position: absolute;
    inset-block: 4px;
    inset-inline-end: 4px;
    display: grid;
    place-items: center;
    inline-size: 44px;
    min-block-size: 0;
    padding: 0;
  }

  svg {
    display: block;
    inline-size: 24px;
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-width: 1.75;
  }

  [aria-pressed='true'] .strike {
    display: none;
  }

  .hint,
  .error {
    font-size: 14px;
  }

  .hint {
    color: var(--_muted);
  }

  .hint:not(:empty),
  .error:not(:empty) {
    padding-block-start: 6px;
  }

  .error {
    color: var(--_error);
  }

  [part='error'] {
    padding: 12px 16px;
    border: 1px solid color-mix(in srgb, var(--_error) 40%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_error) 8%, transparent);
    color: var(--_error);
    font-size: 15px;
    font-variant-numeric: tabular-nums;
  }

  /* The link is aligned with the message. The space below its text reaches into the padding of the box. */
  [part='error'] > [part='link'] {
    margin-block-end: -10px;
    padding: 10px 0;
    border: 0;
    text-align: start;
  }

  [part='button'] {
    display: flex;
    gap: 10px;
    align-items: center;
    justify-content: center;
    min-block-size: calc(52px * var(--_density));
    padding: 8px 12px;
    /* The border keeps the button visible if the accent is close to the card's colour. */
    border-color: var(--_line);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-wrap: balance;
    transition: filter 0.15s;
  }

  /* The text stays readable: an accent below white text becomes darker, an accent below dark text lighter. */
  [part='button']:hover {
    filter: contrast(1.15);
  }

  .quiet {
    border-color: var(--_border);
    background: transparent;
    color: var(--_text);
  }

  .quiet[aria-disabled='true'] {
    color: var(--_muted);
  }

  [part='link'] {
    justify-self: center;
    padding: 0 11px;
    color: var(--_line);
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }

  a {
    border-radius: var(--_radius);
    display: grid;
    align-items: center;
    min-block-size: calc(44px * var(--_density));
    text-align: center;
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline;
  }

  [aria-disabled='true'] {
    cursor: default;
  }

  /* The countdown is as high as the button that replaces it. */
  .wait {
    min-block-size: calc(44px * var(--_density));
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
    font-weight: 500;
    line-height: calc(44px * var(--_density));
    text-align: center;
  }

  /* The back button is closer to the heading below it than fields are to each other. */
  [part='back'] {
    margin-block-end: calc(4px - 18px * var(--_density));
  }

  .spinner {
    inline-size: 20px;
    block-size: 20px;
    border: 2px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
`;
