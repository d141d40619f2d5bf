import { css, html, type TemplateResult } from 'lit';

/** The back button above the code field. It's rendered by the element that also renders the heading. */
export const backButton = (label: TemplateResult, onClick: () => void): TemplateResult =>
  html`<button part="back" type="button" @click=${onClick}>
    <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m12 4-6 6 6 6" /></svg>${label}
  </button>`;

export const backButtonStyles = css`
  [part='back'] {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    align-self: start;
    justify-self: start;
    min-block-size: calc(44px * var(--_density));
    margin-inline-start: -10px;
    padding: 0 12px 0 8px;
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
    inline-size: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
  }

  [part='back']:dir(rtl) > svg {
    scale: -1 1;
  }
`;
