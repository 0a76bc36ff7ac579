/** The editor that is bound to the authoring port, asked within a request. */
export type OutsideEditor = {
  /** The page on which a member writes. Refuses whoever does not; throws `EditorUnavailable` where nobody answers. */
  link(
    of: { caseId: string; workProductId: string },
    author: { id: string; username: string },
  ): Promise<{ binding: string; url: string; expiresAt?: string }>
}

/** The editor does not answer. */
export class EditorUnavailable extends Error {
  constructor(binding: string, why: string) {
    super(`The authoring port (authoring/${binding}) cannot be asked for its page: ${why} Try again.`)
    this.name = 'EditorUnavailable'
  }
}
