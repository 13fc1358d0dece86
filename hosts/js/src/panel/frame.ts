// How the panel is laid out: its tabs, its pages, and the list beside a memory in detail.
import { css } from "lit";

export const frame = css`
  :host {
    display: flex; flex-direction: column; position: relative; container-type: inline-size;
    min-block-size: 640px; background: var(--paper); border-radius: var(--radius);
  }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  .tabs {
    flex: none; display: flex; gap: 4px; padding-inline: 12px; border-block-end: 1px solid var(--line);
    overflow-x: auto; scrollbar-width: none;
  }
  .tabs button {
    position: relative; flex: none; min-block-size: 44px; padding-inline: 12px; border: 0;
    border-radius: 8px 8px 0 0; background: none; font-weight: 400; font-size: 15px; color: var(--muted);
    outline-offset: -4px;
  }
  .tabs button:hover:not([disabled]) { color: var(--ink); }
  .tabs button[aria-selected="true"] {
    color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px 0 var(--accent);
  }
  .tabs .name { display: inline-grid; }
  .tabs .name::after { content: attr(data-name); font-weight: 600; block-size: 0; visibility: hidden; }
  .count {
    position: absolute; inset-block-start: 3px; inset-inline-end: 4px; padding-inline: 4px;
    border-radius: 8px; font-size: 11px; line-height: 14px; font-weight: 600;
    color: var(--paper); background: var(--warn);
  }
  .page { padding: 16px; max-inline-size: 720px; margin-inline: auto; }
  .split { max-inline-size: none; display: grid; grid-template-columns: minmax(0, 1fr); }
  .split.open > memolet-list, .split > .choose { display: none; }
  .back { margin-block-end: 12px; }
  .back .wide { display: none; }
  [role="tabpanel"] { flex: 1; }
  [role="tabpanel"]:focus-visible { outline-offset: -2px; }
  .choose { padding: 48px 24px; text-align: center; color: var(--muted); text-wrap: balance; }
  @container (min-width: 860px) {
    .split { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 32px; align-items: start; }
    .split.open > memolet-list { display: block; }
    .back { position: absolute; inset-block-start: 16px; inset-inline-end: 20px; margin: 0; }
    memolet-detail { --room-at-end: 88px; }
    .back .wide { display: inline; }
    .back .narrow { display: none; }
    .split > .choose { display: grid; place-content: center; }
    .side {
      position: sticky; inset-block-start: 0; min-block-size: 480px; max-block-size: 100dvh; overflow: auto;
      padding: 16px 20px; margin-block: -4px; background: var(--raised); border: 1px solid var(--line);
      border-radius: var(--radius);
    }
  }
  @container (max-width: 460px) {
    .tabs { padding-inline: 4px; gap: 0; }
    .tabs button { padding-inline: 8px; font-size: 14px; flex: 1 0 auto; }
    .page { padding: 12px; }
  }
  @container (max-width: 420px) {
    .tabs { padding-inline: 0; scrollbar-width: thin; }
    .tabs button { padding-inline: 4px; font-size: 13px; }
  }
`;
