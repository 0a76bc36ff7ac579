/** Actions that reach beyond the document: run a program or a script, open or send a file, play a medium. */
export const activeActions = new Set([
  '/JavaScript',
  '/Launch',
  '/SubmitForm',
  '/ImportData',
  '/GoToE',
  '/GoToR',
  '/Rendition',
  '/RichMediaExecute',
  '/GoTo3DView',
  '/Movie',
  '/Sound',
])

/** Entries of dictionaries that hold scripts, files and forms of their own. */
export const activeKeys = new Set([
  '/JS',
  '/JavaScript',
  '/EmbeddedFiles',
  '/EF',
  '/XFA',
  '/RichMediaContent',
  '/RichMediaSettings',
  '/Collection',
])

/** Kinds of annotations that carry files, films or sounds. */
export const activeAnnotations = new Set([
  '/RichMedia',
  '/FileAttachment',
  '/Screen',
  '/Movie',
  '/Sound',
  '/3D',
])

export const embeddedFile = '/EmbeddedFile'

export const allActiveNames: readonly string[] = [
  ...new Set([...activeActions, ...activeKeys, ...activeAnnotations, embeddedFile]),
]

/** Where a link may lead: nowhere but to a page of the web or a letter. */
export function isHarmlessLink(address: string): boolean {
  return /^(https?|mailto):/i.test(address) || /^www\./i.test(address)
}
