import { css } from 'lit';

/** The styles of the widget's forms: buttons, links, messages, and what is next to the inputs. */
export const formStyles = css`
  /* Forms have a margin in quirks mode. */
  form {
    margin: 0;
  }

  [part='methods'] {
    display: grid;
    grid-auto-columns: 1fr;
    grid-auto-flow: column;
    gap: calc(4 * var(--_px));
    padding: calc(4 * var(--_px));
    border-radius: var(--_radius);
    background: var(--_field);
  }

  button {
    min-block-size: calc(44 * var(--_space));
    padding: 0 calc(6 * var(--_px));
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

  /* In the dark scheme a shadow is invisible, and the surface is darker than the switch. So the chosen button is lighter than the switch. */
  @supports (color: light-dark(red, red)) {
    [part='methods'] > [aria-pressed='true'] {
      background: light-dark(var(--_surface), color-mix(in srgb, #fff 11%, var(--_field)));
    }
  }

  /* The link beside the label comes after the input, so that Tab leads from the login to the password. */
  div[part='field'] {
    display: grid;
    grid-template-columns: auto auto;
  }

  div[part='field'] > :not(label, a) {
    grid-column: 1 / -1;
  }

  .line {
    position: relative;
  }

  /* The area that can be clicked reaches up to the field above. */
  .line + a {
    grid-area: 1 / 2;
    place-self: end;
    align-items: end;
    margin-block-start: calc(-18 * var(--_space));
    padding: 0 0 calc(6 * var(--_px));
  }

  input:has(+ .eye) {
    padding-inline-end: calc(52 * var(--_px));
  }

  .eye {
    position: absolute;
    inset-block: calc(4 * var(--_px));
    inset-inline-end: calc(4 * var(--_px));
    display: grid;
    place-items: center;
    inline-size: calc(44 * var(--_px));
    min-block-size: 0;
    padding: 0;
  }

  svg {
    display: block;
    inline-size: calc(24 * var(--_px));
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-width: 1.75;
  }

  [aria-pressed='true'] .strike {
    display: none;
  }

  .line + a,
  .hint,
  .error {
    font-size: calc(14 * var(--_px));
  }

  .hint {
    color: var(--_muted);
  }

  .hint:not(:empty),
  .error:not(:empty) {
    padding-block-start: calc(6 * var(--_px));
  }

  .error {
    color: var(--_error);
  }

  [part='error'] {
    padding: calc(12 * var(--_px)) calc(16 * var(--_px));
    border: 1px solid color-mix(in srgb, var(--_error) 40%, transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_error) 8%, transparent);
    color: var(--_error);
    font-size: calc(15 * var(--_px));
  }

  /* The link is aligned with the message. The space below its text reaches into the padding of the box. */
  [part='error'] > [part='link'] {
    margin-block-end: calc(-10 * var(--_px));
    padding: calc(10 * var(--_px)) 0;
    border: 0;
    text-align: start;
  }

  [part='button'] {
    display: flex;
    gap: calc(10 * var(--_px));
    align-items: center;
    justify-content: center;
    min-block-size: calc(52 * var(--_space));
    padding: calc(8 * var(--_px)) calc(12 * var(--_px));
    /* The border keeps the button visible if the accent is close to the card's colour. */
    border-color: var(--_line);
    background: var(--_accent);
    color: var(--auth-color-on-accent, #fff);
    font-weight: 600;
    text-wrap: balance;
    transition: filter 0.15s;
  }

  @supports (color: light-dark(red, red)) {
    [part='button'] {
      color: var(--auth-color-on-accent, light-dark(#fff, #0c1330));
    }
  }

  /*
   * The text is white on an accent with a luminance of up to .1833, at which the contrast is 4.5. On a lighter accent,
   * the text is the accent itself, a hundred times darker. 0.9505, 1 and 1.089 are white, as in src/elements/theme.styles.ts.
   */
  @supports (color: light-dark(red, red)) and (color: color(from red xyz x y z)) {
    [part='button'] {
      --_white-if-dark: (0.1833 - y) * 9999;
      color: var(
        --auth-color-on-accent,
        color(
          from var(--_accent) xyz clamp(x / 100, var(--_white-if-dark), 0.9505) clamp(y / 100, var(--_white-if-dark), 1)
            clamp(z / 100, var(--_white-if-dark), 1.089)
        )
      );
    }
  }

  /* The text stays readable: an accent behind white text becomes darker, an accent behind dark text lighter. */
  [part='button']:hover {
    filter: contrast(1.15);
  }

  .quiet {
    border-color: var(--_border);
    background: transparent;
    color: var(--_text);
  }

  .quiet[aria-disabled='true'] {
    border-color: transparent;
    background: var(--_field);
    color: var(--_muted);
  }

  [part='link'] {
    justify-self: center;
    padding: 0 calc(11 * var(--_px));
    color: var(--_line);
    font-weight: 500;
  }

  /* The margins give a button in a text the height of a line, 22.4 px. In quirks mode, a line with only the button has no other height. */
  [slot] {
    margin-block: calc(11.2 * var(--_px) - 22 * var(--_space));
    padding: 0 calc(4 * var(--_px));
  }

  a {
    border-radius: var(--_radius);
    display: grid;
    align-items: center;
    min-block-size: calc(44 * var(--_space));
    text-align: center;
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline;
  }

  [aria-disabled='true'] {
    cursor: default;
  }

  /* The countdown, which may take two lines, is as high as the button that replaces it. */
  .wait,
  summary {
    display: grid;
    place-content: center;
    min-block-size: calc(44 * var(--_space));
    color: var(--_muted);
    font-weight: 500;
    line-height: 1.3;
    text-align: center;
  }

  summary {
    border-radius: var(--_radius);
    cursor: pointer;
  }

  ul {
    margin: 0;
    padding-inline-start: calc(20 * var(--_px));
    color: var(--_muted);
  }

  /* The back button is closer to the heading below it than fields are to each other. */
  [part='back'] {
    margin-block-end: calc(4 * var(--_px) - 18 * var(--_space));
  }

  .spinner {
    inline-size: calc(20 * var(--_px));
    block-size: calc(20 * var(--_px));
    border: 2px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
`;
