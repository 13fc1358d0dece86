// Models beside the engine, all optional: what makes vectors and what answers questions.
export { builtInModel, type BuiltInSettings } from "./browser.ts";
export { checkModels, type Checked } from "./check.ts";
export { e5, embedder, type EmbedderSource, type Prefixes } from "./embedder.ts";
export type { EmbeddingModel } from "./embeddings.ts";
export type { Progress } from "./guard.ts";
export type { Patience, Server } from "./http.ts";
export { openAI, type OpenAISettings } from "./openai.ts";
export { staticEmbedder, type StaticEmbedder, type StaticSettings, type TableReader } from "./static.ts";
export {
  transformersEmbedder,
  type Extractor,
  type TransformersModel,
  type TransformersSettings,
} from "./transformers.ts";
