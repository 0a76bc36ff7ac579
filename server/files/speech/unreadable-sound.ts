/** The recording's own fault: listening to it again would end the same way. */
export class UnreadableSound extends Error {
  constructor(message = 'The sound is damaged, or of a kind that cannot be transcribed.') {
    super(message)
    this.name = 'UnreadableSound'
  }
}
