// The app: the chat on one side, the memory on the other. On a phone, one of the two at a time.
import { LitElement, html, nothing, type TemplateResult } from "lit";
import type { UserMemory } from "memolet";
import type { MemoletPanel } from "memolet/panel";
import type { Assistant } from "./assistant/assistant.ts";
import { byBuiltIn } from "./assistant/byBuiltIn.ts";
import { byEndpoint } from "./assistant/byEndpoint.ts";
import { byRules } from "./assistant/byRules.ts";
import "./chat/chat.ts";
import type { Chat } from "./chat/chat.ts";
import { Talk } from "./chat/talk.ts";
import type { Offer } from "./chat/turns.ts";
import { installable, install, type Update } from "./installed.ts";
import { base } from "./look/base.ts";
import { layout } from "./look/layout.ts";
import { mark } from "./look/mark.ts";
import { anew, load, loadKey, onChange, save, saveKey, type Preferences } from "./settings/preferences.ts";
import "./settings/settings.ts";
import type { Settings } from "./settings/settings.ts";
import { newName, open, reopen, type Moved } from "./store/open.ts";
import { noticed, plain } from "./store/plain.ts";
import { whose } from "./store/questions.ts";
import { remove } from "./store/remove.ts";
import "./store/beginAnew.ts";
import "./store/unlock.ts";

/** One side at a time; and where a keyboard is at hand. */
const PHONE = matchMedia("(max-width: 800px)");
const WRITES = matchMedia("(pointer: fine)");

export class App extends LitElement {
  static override properties = {
    preferences: { state: true }, memory: { state: true }, stage: { state: true }, problem: { state: true },
    side: { state: true }, count: { state: true }, notice: { state: true }, newer: { attribute: false },
    canInstall: { state: true }, looksBack: { state: true },
  };
  declare preferences: Preferences;
  declare memory: UserMemory | undefined;
  declare stage: "opening" | "locked" | "unlocking" | "open" | "failed";
  declare problem: string;
  /** What a phone shows. */
  declare side: "chat" | "memory";
  /** Memories in any state; undefined until it is known. */
  declare count: number | undefined;
  declare notice: string;
  /** A new version of the app waits. */
  declare newer: Update | undefined;
  declare canInstall: boolean;
  /** The conversation is about then. */
  declare looksBack: boolean;
  #talk: Talk | undefined;
  #unlisten: (() => void)[] = [];
  /** What answers, as it was chosen for the conversation. */
  #chosen = "";
  /** What answers the memory's questions, as it was opened. */
  #asked = "";
  #joined: Promise<void> = Promise.resolve();

  static override styles = [base, layout];

  constructor() {
    super();
    this.preferences = load();
    this.side = "chat";
    this.problem = this.notice = "";
    this.canInstall = this.looksBack = false;
    installable((can) => (this.canInstall = can));
    onChange((preferences) => this.#follow(preferences));
    if (history.state?.side) history.replaceState(null, "");
    addEventListener("popstate", ({ state }) => (this.side = state?.side === "memory" ? "memory" : "chat"));
    this.#begin();
  }

  /** Opens the memory, or asks for its passphrase first. */
  #begin(): void {
    this.stage = this.preferences.seal === undefined ? "opening" : "locked";
    if (this.stage === "opening") void this.#start();
  }

  override willUpdate(): void {
    document.documentElement.dataset["theme"] = this.preferences.theme;
  }

  override render() {
    return html`${this.#header()}${this.#body()}`;
  }

  #header(): TemplateResult {
    return html`
      <header>
        <h1>${mark}<span>Memolet</span></h1>
        ${this.newer
          ? html`<button @click=${() => this.newer?.take()}>New version: reload</button>` : nothing}
        ${this.canInstall ? html`<button class="quiet" @click=${install}>Install</button>` : nothing}
        <button class="quiet" ?disabled=${this.stage !== "open"} @click=${this.#settings}>Settings</button>
      </header>
    `;
  }

  #body(): TemplateResult {
    if (this.stage === "locked" || this.stage === "unlocking") {
      return html`
        <main><app-unlock .busy=${this.stage === "unlocking"} .problem=${this.problem}
          @unlock=${this.#unlock} @begin-anew=${this.#beginAnew}></app-unlock></main>
      `;
    }
    if (this.stage === "failed") return this.#failed();
    if (!this.memory || !this.#talk) {
      return html`<main aria-busy="true"><p class="opening small">Opening your memory…</p></main>`;
    }
    return html`
      ${this.notice ? html`<p class="notice" role="status">${this.notice}
        <button class="quiet" @click=${() => (this.notice = "")}>Dismiss</button></p>` : nothing}
      <main data-side=${this.side}>
        <section class="chat" aria-label="Chat">
          <app-chat .talk=${this.#talk} .memory=${this.memory} .model=${this.#elsewhere()}
            .isNew=${this.count === 0} @open-memory=${this.#openMemory}
            @offer=${this.#offered}></app-chat>
        </section>
        <aside aria-label="Memory">
          <p class="now small" role="status">${this.looksBack ? "This side shows what I know now." : nothing}</p>
          <memolet-panel .memory=${this.memory}
          @memolet-destroyed=${this.#destroyed}></memolet-panel></aside>
      </main>
      ${this.#tabs()}
      <app-settings .preferences=${this.preferences} .memory=${this.memory} @preferences=${this.#prefer}
        @moved=${this.#moved}></app-settings>
    `;
  }

  #failed(): TemplateResult {
    return html`
      <main><div class="failed">
        <h2>Your memory did not open</h2>
        <p>${this.problem}</p>
        <button class="primary" @click=${() => this.#start()}>Try again</button>
        <app-begin-anew summary="It never opens" @begin-anew=${this.#beginAnew}></app-begin-anew>
      </div></main>
    `;
  }

  #tabs(): TemplateResult {
    const tab = (side: App["side"], words: string) => html`
      <button aria-pressed=${String(this.side === side)} @click=${() => this.#turn(side)}>${words}</button>
    `;
    return html`<nav aria-label="Chat or memory">${tab("chat", "Chat")}${tab("memory", "Memory")}</nav>`;
  }

  async #start(passphrase?: string): Promise<void> {
    this.problem = "";
    try {
      await this.#use(await open(this.preferences, passphrase));
    } catch (thrown) {
      this.problem = plain(thrown);
      this.stage = passphrase === undefined ? "failed" : "locked";
    }
  }

  async #use(memory: UserMemory, talk?: Talk): Promise<void> {
    if (talk) this.#unhear();
    else this.#leave();
    this.#asked = whose(this.preferences);
    this.count = (await memory.stats()).memories;
    if (!talk) this.#chosen = "";
    this.#talk = talk ?? this.#newTalk();
    this.#talk.use(memory);
    this.looksBack = this.#talk.moment !== undefined;
    this.#unlisten = [
      memory.on("notice", ({ text }) => (this.notice = noticed(text))),
      memory.on("change", () => this.#changed(memory)),
    ];
    this.#apply();
    this.memory = memory;
    this.stage = "open";
    await this.updateComplete;
    if (WRITES.matches && !document.activeElement?.shadowRoot?.activeElement) this.#focus();
  }

  #newTalk(): Talk {
    const talk = new Talk();
    talk.addEventListener("change", () => (this.looksBack = talk === this.#talk && talk.moment !== undefined));
    return talk;
  }

  #focus(): void {
    requestAnimationFrame(() => this.renderRoot.querySelector<Chat>("app-chat")?.focus());
  }

  #changed(memory: UserMemory): void {
    memory.stats().then(({ memories }) => (this.count = memories), () => undefined);
  }

  get #panel(): MemoletPanel | null {
    return this.renderRoot.querySelector("memolet-panel");
  }

  #leave(): void {
    this.#talk?.close();
    this.#unhear();
  }

  #unhear(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#unlisten = [];
  }

  #unlock(event: CustomEvent<string>): void {
    this.stage = "unlocking";
    void this.#start(event.detail);
  }

  #prefer(event: CustomEvent<Preferences>): void {
    this.preferences = event.detail;
    save(this.preferences);
    this.#apply();
  }

  /** Everything lies in a new store: that one is used from now on, and the old one goes. */
  async #moved({ detail: { memory, preferences, isWhole } }: CustomEvent<Moved>): Promise<void> {
    const old = this.memory;
    this.#talk?.stop();
    this.preferences = preferences;
    save(preferences);
    await this.#use(memory, isWhole ? this.#talk : undefined);
    await old?.destroy().catch((thrown: unknown) => (this.notice = plain(thrown)));
  }

  /** Another tab chose otherwise. Where the memory lies elsewhere now, this tab goes there too. */
  #follow(preferences: Preferences): void {
    const hasMoved = preferences.store !== this.preferences.store;
    this.preferences = preferences;
    if (!preferences.endpoint) saveKey("", false);
    if (!hasMoved) return this.#apply();
    this.#leave();
    void this.memory?.close().catch(() => undefined);
    this.memory = undefined;
    this.notice = noticed("the store was closed");
    this.#begin();
  }

  /** The store is removed: what comes next begins from nothing, in every tab, without a model's address and key. */
  async #destroyed(): Promise<void> {
    this.preferences = anew(this.preferences, newName());
    saveKey("", false);
    save(this.preferences);
    this.memory = undefined;
    await this.#start();
    this.notice = "Everything is erased from this device.";
    this.#turn("chat");
    this.#focus();
  }

  /** A memory that does not open is removed as it lies there. */
  async #beginAnew(): Promise<void> {
    try {
      await remove(this.preferences.store);
    } catch (thrown) {
      this.problem = plain(thrown);
      return;
    }
    await this.#destroyed();
  }

  #apply(): void {
    if (!this.#talk) return;
    const { answers, endpoint, model } = this.preferences;
    const chosen = [answers, endpoint, model, loadKey()].join("\n");
    if (chosen !== this.#chosen) this.#talk.choose(assistant(this.preferences));
    this.#chosen = chosen;
    if (this.stage !== "open" || whose(this.preferences) === this.#asked) return;
    this.#talk.stop(); // What is said from now on waits.
    this.#joined = this.#joined.then(() => this.#rejoin());
    this.#talk.wait(this.#joined);
  }

  /** Another model is to answer the memory's questions: it is opened with that one. */
  async #rejoin(): Promise<void> {
    const { memory } = this;
    if (!memory || whose(this.preferences) === this.#asked) return;
    try {
      await this.#use(await reopen(memory, this.preferences), this.#talk);
    } catch (thrown) {
      this.problem = plain(thrown);
      this.stage = "failed";
    }
  }

  /** Where words and memories go, when they leave this device. */
  #elsewhere(): string {
    const { answers, endpoint } = this.preferences;
    return answers === "endpoint" && URL.canParse(endpoint) ? new URL(endpoint).host : "";
  }

  #settings(): void {
    this.renderRoot.querySelector<Settings>("app-settings")?.open();
  }

  #openMemory(event: CustomEvent<string>): void {
    this.#turn("memory");
    this.#panel?.show(event.detail);
  }

  /** What an answer offers and the panel has. */
  #offered({ detail: { offer } }: CustomEvent<{ offer: Offer }>): void {
    if (offer.does !== "show") return;
    this.#turn("memory");
    if (this.#panel) this.#panel.tab = offer.tab;
  }

  /** On a phone, the way back from the memory is the browser's too. */
  #turn(side: App["side"]): void {
    const isThere = history.state?.side === "memory";
    if (side === "memory" && PHONE.matches && !isThere) history.pushState({ side }, "");
    if (side === "chat" && isThere) history.back();
    this.side = side;
  }
}

function assistant({ answers, endpoint, model }: Preferences): Assistant {
  if (answers === "built-in") return byBuiltIn;
  if (answers !== "endpoint" || !URL.canParse(endpoint)) return byRules;
  return byEndpoint({ url: endpoint, model, key: loadKey() || undefined });
}

customElements.define("memolet-app", App);
