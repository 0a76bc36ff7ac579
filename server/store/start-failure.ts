/** The service cannot start, and this sentence says why to whoever starts it. */
export class StartFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartFailure'
  }
}
