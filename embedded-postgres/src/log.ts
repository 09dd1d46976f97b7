type Write = { (text: string): void; (details: object, text: string): void };

/** Where the supervisor reports what happens; pino's and console-like loggers fit. */
export type Log = { info: Write; warn: Write; error: Write };
