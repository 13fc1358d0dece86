// What is known of a memory, field by field in plain words.
import { html, type TemplateResult } from "lit";
import type { Evidence, Memory } from "../contract/types.ts";
import type { Context } from "./part.ts";
import { filled } from "./strings.ts";
import { both, percent } from "./times.ts";

/** A name and what is said under it; undefined: nothing is. */
export type Row = [string, unknown];

/** The fields that have something to say: a person's first, an app's maker's folded away. */
export function facts(memory: Memory, context: Context, related: Map<string, Memory>): TemplateResult {
  return html`
    ${table(plain(memory, context, related))}
    <details>
      <summary class="small">${context.words.detail.technical}</summary>
      ${table(technical(memory, context))}
    </details>`;
}

function plain(memory: Memory, context: Context, related: Map<string, Memory>): Row[] {
  const { words: { detail, ...words }, lang } = context;
  const when = (at: number | undefined) => (at === undefined ? undefined : both(at, lang));
  const links = (ids: string[]) => (ids.length ? ids.map((id) => link(id, related, context)) : undefined);
  const { appliesTo, pinned, retention: { hold } } = memory;
  return [
    [detail.source, words.sources[memory.source]],
    [detail.actor, text(memory.actor)],
    [detail.evidence, evidence(memory.evidence.filter(isOnTheWeb))],
    [detail.holds, when(memory.validFrom)],
    [detail.until, when(memory.validTo)],
    [detail.observed, memory.observedAt === memory.validFrom ? undefined : when(memory.observedAt)],
    [detail.recorded, when(memory.recordedAt)],
    [detail.verified, memory.lastVerifiedAt === memory.recordedAt ? undefined : when(memory.lastVerifiedAt)],
    [detail.standing, words.standingMeans[memory.standing]],
    [detail.sure, percent(memory.confidence, lang)],
    [detail.used, detail.usedTimes(memory.uses)],
    [detail.value, text(memory.value)],
    [detail.project, text(memory.project)],
    [detail.sensitivity, memory.sensitivity === "normal" ? undefined : words.sensitivity[memory.sensitivity]],
    [detail.applies, appliesTo && html`<bdi>${appliesTo.scope}</bdi> <bdi>${appliesTo.version}</bdi>`],
    [detail.pinned, pinned && filled(detail.pinnedBy, { who: text(pinned.by), why: text(pinned.reason) })],
    [detail.review, when(memory.reviewAt ?? pinned?.reviewAt)],
    [detail.held, hold && html`<bdi>${hold.owner}</bdi>: <bdi>${hold.reason}</bdi>`],
    [detail.supersededBy, memory.supersededBy ? links([memory.supersededBy]) : undefined],
    [detail.contradicts, links(memory.contradicts)],
    [detail.supports, links(memory.supports)],
  ];
}

function technical({ address, evidence: pieces, extractor, metadata, id }: Memory, context: Context): Row[] {
  const { detail } = context.words;
  return [
    [detail.subject, address && html`<bdi>${address.entity}</bdi> · <bdi>${address.attribute}</bdi>`],
    [detail.evidence, evidence(pieces.filter((piece) => !isOnTheWeb(piece)))],
    [detail.extractor, text(extractor)],
    ...Object.entries(metadata).map(([key, value]): Row => [key, text(String(value))]),
    [detail.id, html`<span class="small muted">${id}</span>`],
  ];
}

/** The rows that have something to say. */
export function table(rows: Row[]): TemplateResult {
  const said = rows.filter(([, value]) => value !== undefined);
  const row = ([name, value]: Row) => html`<dt dir="auto">${name}</dt><dd>${value}</dd>`;
  return html`<dl class="facts">${said.map(row)}</dl>`;
}

/** A memory that is named by another. */
function link(id: string, related: Map<string, Memory>, { open, words }: Context): TemplateResult {
  const other = related.get(id);
  if (!other) return html`<p class="muted">${words.common.gone}</p>`;
  return html`<p><button class="link words" dir="auto" @click=${() => open(id)}>${other.text}</button></p>`;
}

function text(said: string | undefined): unknown {
  return said === undefined ? undefined : html`<bdi>${said}</bdi>`;
}

/** References as text: a reference may lead anywhere, so it is never a link. */
function evidence(pieces: Evidence[]): unknown {
  return pieces.length ? pieces.map(({ uri }) => html`<p><bdi>${uri}</bdi></p>`) : undefined;
}

/** What a person could look up, unlike an app's own references. */
function isOnTheWeb({ uri }: Evidence): boolean {
  return /^https?:/i.test(uri);
}
