/** Hands bytes to the browser as a file of this name. */
export function saveFile(content: BlobPart, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
