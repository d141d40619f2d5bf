// The styles of the list of countries. A box before the input shows the country code, and an invisible select covers the box. The input
// is left to right in any page, so its corners have physical names. The sheet stays in the
// shadow root when the list is removed, so the rules that change the look of the input apply only behind the box.
export const countryListStyles = `
[part=field]{display:flex}
[part=field]>input{flex:1;min-inline-size:0}
[part=country]~input{margin-left:-1px;border-radius:0 var(--_radius) var(--_radius) 0}
[data-rtl]~input{margin:0 -1px 0 0;border-radius:var(--_radius) 0 0 var(--_radius)}
[part=field]>input:is(:hover,:focus){position:relative;z-index:1}
[part=country]{position:relative;display:flex;flex:none;align-items:center;gap:calc(10*var(--_px));padding-inline:calc(16*var(--_px)) calc(14*var(--_px));border:1px solid var(--_border);border-start-start-radius:var(--_radius);border-end-start-radius:var(--_radius);background:var(--_field);font-size:calc(18*var(--_px));font-variant-numeric:tabular-nums}
[part=country]::after{content:'';inline-size:calc(7*var(--_px));block-size:calc(7*var(--_px));margin-block-end:calc(4*var(--_px));border:solid var(--_muted);border-width:0 2px 2px 0;transform:rotate(45deg)}
[part=country]:hover{border-color:var(--_text);z-index:1}
[part=country]:focus-within{border-color:var(--_line);outline:2px solid transparent;background:var(--_surface);box-shadow:var(--_ring);z-index:2}
[part=country]:has(:disabled){opacity:.55}
[part=country]:has(~[aria-invalid=true]){border-color:var(--_error)}
select{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;border:0;opacity:0;color:var(--_text);background:var(--_surface);font:inherit;font-size:16px;cursor:pointer}
select:disabled{cursor:default}
@media(max-width:380px){[part=country]{gap:6px;padding-inline:12px 10px;font-size:calc(16*var(--_px))}[part=country]~input{padding-inline:10px;font-size:calc(16*var(--_px))}}
`;
