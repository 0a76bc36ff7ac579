/** The service cannot start; the message is for the operator. */
export class StartFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartFailure'
  }
}

/** Turns a refusal by PostgreSQL into a `StartFailure`; other errors stay as they are. */
export function asStartFailure(error: unknown): unknown {
  const { code, severity, message } = (error ?? {}) as { code?: string; severity?: string; message?: string }
  if (severity === undefined || code === undefined) return error
  const what = `PostgreSQL refuses: ${message} (${code}).`
  return new StartFailure(code === '42501' ? `${what} ${rightsNeeded}` : what, { cause: error })
}

const rightsNeeded =
  'The account of DATABASE_URL must own the database, or be allowed to create schemas and tables in it.'
