/** The service that hosts conferences, asked within a request. */
export type OutsideConference = {
  /** The links as they are now. Refuses what is gone; throws `ConferenceUnavailable` where nobody answers. */
  links(
    of: { handle: string; binding: string },
    participant: { id: string; name: string },
  ): Promise<{ hostUrl: string; participantUrl: string }>
}

/** The service that hosts the conference does not answer. */
export class ConferenceUnavailable extends Error {
  constructor(binding: string, why: string) {
    super(`The conferencing port (conferencing/${binding}) cannot be asked for the link: ${why} Try again.`)
    this.name = 'ConferenceUnavailable'
  }
}
