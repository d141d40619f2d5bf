import { css, html, type TemplateResult } from 'lit';

/** Renders the back button above the code field: in `<code-input>` or, with its `isBackOutside`, before it in `<auth-widget>`. */
export const backButton = (label: TemplateResult, onClick: () => void): TemplateResult =>
  html`<button part="back" type="button" @click=${onClick}>
    <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m12 4-6 6 6 6" /></svg>${label}
  </button>`;

/** The styles of the back button, and the focus ring of every button, link and `summary` in the same shadow root. */
export const backButtonStyles = css`
  :is(a, button, summary):focus-visible {
    /* Forced colours drop shadows and draw outlines, transparent ones too. */
    outline: 2px solid transparent;
    outline-offset: 2px;
    box-shadow: var(--auth-focus-ring, 0 0 0 2px var(--_surface), 0 0 0 4px var(--_line));
  }

  [part='back'] {
    display: inline-flex;
    gap: calc(6 * var(--_px));
    align-items: center;
    align-self: start;
    justify-self: start;
    min-block-size: calc(44 * var(--_space));
    margin-inline-start: calc(-10 * var(--_px));
    padding: 0 calc(12 * var(--_px)) 0 calc(8 * var(--_px));
    border: 0;
    border-radius: var(--_radius);
    background: transparent;
    color: var(--_line);
    font-weight: 500;
    cursor: pointer;
  }

  [part='back']:hover {
    background: var(--_field);
  }

  [part='back'] > svg {
    inline-size: calc(20 * var(--_px));
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
  }

  [part='back']:dir(rtl) > svg {
    scale: -1 1;
  }
`;
