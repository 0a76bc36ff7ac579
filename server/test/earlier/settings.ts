/** What the data was made with: the sealing key is encrypted under the secret, and no further case is to be made. */
export const settings = {
  PORTICO_SECRET: 'the secret of data that an earlier version left',
  PORTICO_SYNTH_PAGES: '8,3,3,4,5,5,4,3,6,6,3,3',
  PORTICO_SYNTH_WORK: 'on',
}
