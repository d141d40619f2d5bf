import { css } from 'lit';

/**
 * The styles that the elements share. A page sets `--auth-*`. A value that several rules need is in `--_*`, which is the page's value or
 * a default. A value that one rule needs is read from `--auth-*` there. Default colours follow the `color-scheme` that the elements inherit.
 *
 * `--_accent` fills buttons: auth-widget/form.styles.ts. `--_line` is the accent for texts, borders and rings, which must
 * stand out from a light or dark surface. In the light scheme it is darkened to a relative luminance (the `y` of `xyz`) of
 * 0.16, if the accent has more; in the dark one, white is added up to 0.26, if the accent has less. White is 0.9505, 1 and 1.089
 * in `xyz`. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export const themeStyles = css`
  :host {
    --_text: var(--auth-color-text, light-dark(#14171f, #f2f4f8));
    --_muted: var(--auth-color-muted, light-dark(#5a6172, #a3abbd));
    /* Placeholders have a contrast just above 4.5, so that nobody takes an example for typed text. */
    --_faint: var(--auth-color-muted, light-dark(#686e7e, #868d9e));
    --_accent: var(--auth-color-accent, light-dark(#2457e6, #8cabff));
    --_line: var(--_accent);
    --_surface: var(--auth-color-surface, light-dark(#fff, #171a22));
    --_field: var(--auth-color-field, light-dark(#f5f6f9, #20242f));
    --_border: var(--auth-color-border, light-dark(#8b92a1, #616878));
    --_error: var(--auth-color-error, light-dark(#c4213a, #ff8d97));
    --_radius: var(--auth-radius, 12px);
    /* This is one pixel at the browser's default text size. A larger text size enlarges the elements, up to twice. */
    --_px: clamp(1px, 0.0625rem, 2px);
    --_space: calc(var(--auth-density, 1) * var(--_px));

    display: block;
  }

  @supports (color: color(from red xyz x y z)) {
    :host {
      --_darker: min(1, 0.16 / y);
      --_lighter: max(0, 0.26 - y);
      --_line: light-dark(
        color(from var(--_accent) xyz calc(x * var(--_darker)) calc(y * var(--_darker)) calc(z * var(--_darker))),
        color(
          from var(--_accent) xyz calc(x + 0.9505 * var(--_lighter)) calc(y + var(--_lighter))
            calc(z + 1.089 * var(--_lighter))
        )
      );
    }
  }

  /* Browsers before Chromium 123, Firefox 120 and Safari 17.5 show the light colours in either scheme. */
  @supports not (color: light-dark(red, red)) {
    :host {
      --_text: var(--auth-color-text, #14171f);
      --_muted: var(--auth-color-muted, #5a6172);
      --_faint: var(--_muted);
      --_accent: var(--auth-color-accent, #2457e6);
      --_line: var(--_accent);
      --_surface: var(--auth-color-surface, #fff);
      --_field: var(--auth-color-field, #f5f6f9);
      --_border: var(--auth-color-border, #8b92a1);
      --_error: var(--auth-color-error, #c4213a);
    }
  }

  /* The border and the focus ring of an invalid field have the colour of errors, and so do the outline and the caret of a cell. */
  input[aria-invalid='true'],
  input[aria-invalid='true'] ~ span {
    --_line: var(--_error);

    border-color: var(--_line);
  }

  :host,
  input[aria-invalid='true'],
  input[aria-invalid='true'] ~ span {
    --_ring: var(--auth-focus-ring, 0 0 0 3px color-mix(in srgb, var(--_line) 28%, transparent));
  }

  @media (prefers-contrast: more) {
    :host {
      --_muted: var(--_text);
      --_faint: var(--_text);
      --_border: var(--_text);
    }
  }

  :where(button, input) {
    color: inherit;
    font: inherit;
  }

  /*
   * \`all: initial\` keeps out the page's styles. It doesn't apply to the direction or to custom properties. The properties
   * with \`inherit\` decide whether and how the elements can be used, so the page's values apply. Every rule with a
   * specificity wins, because this selector has none. It skips the style element of a shadow root that a server has
   * rendered. In Chromium and WebKit, \`all\` also resets the locale, by which \`lang\` chooses between Chinese and
   * Japanese glyphs, so \`-webkit-locale\` restores it.
   */
  :where(:host > :not(style)) {
    all: initial;
    display: block;
    -webkit-locale: revert-layer;
    color: var(--_text);
    color-scheme: inherit;
    cursor: inherit;
    font: calc(16 * var(--_px)) / 1.4 var(--auth-font, system-ui, sans-serif);
    font-variant-numeric: tabular-nums;
    interactivity: inherit;
    pointer-events: inherit;
    /* Without this, iOS enlarges texts in landscape orientation. */
    text-size-adjust: 100%;
    -webkit-text-size-adjust: 100%;
    visibility: inherit;
    /* A name or login can be one long word, and \`break-word\` would leave a grid as wide as its longest word. */
    overflow-wrap: anywhere;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  p,
  h2 {
    margin: 0;
  }

  label {
    display: block;
    margin-block-end: calc(6 * var(--_px));
    font-size: calc(14 * var(--_px));
    font-weight: 500;
  }

  [part='description'],
  #hint {
    color: var(--_muted);
  }

  [part='description'] {
    margin-block-end: calc(8 * var(--_px));
  }

  #hint,
  #error {
    font-size: calc(14 * var(--_px));
  }

  #error {
    color: var(--_error);
  }

  #hint:not(:empty),
  #error:not(:empty) {
    padding-block-start: calc(6 * var(--_px));
  }

  /* A busy field and the cells of a code have a dashed border, and fade in and out as a whole. */
  input[aria-busy='true'],
  [aria-busy='true'] ~ span {
    border-style: dashed;
    animation: busy 1s ease-in-out infinite alternate;
  }

  @keyframes busy {
    to {
      opacity: 0.45;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
