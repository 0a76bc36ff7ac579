declare module '*.css'
declare module '*?url' {
  const url: string
  export default url
}
interface ImportMeta {
  readonly env: { readonly BASE_URL: string }
}
