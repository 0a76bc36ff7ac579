/** A file of a kind that is not taken in. `found` names the kind, as in "a ZIP archive". */
export class UnsupportedFile extends Error {
  readonly found: string

  constructor(found: string) {
    super(`The file is ${found}. PDF, PNG, JPEG, TIFF, DOCX and plain text are accepted.`)
    this.name = 'UnsupportedFile'
    this.found = found
  }
}
