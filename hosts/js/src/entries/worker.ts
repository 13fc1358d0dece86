// The worker that a page's store runs in.
import "../tabs/worker.ts";
