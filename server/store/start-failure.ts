/** The service cannot start, and this sentence says why to whoever starts it. */
export class StartFailure extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StartFailure'
  }
}
