/** What the address says to a page. */
export interface PageProps {
  /** the parts of its path by name, each as its pattern has it */
  params: Record<string, string>;
  query: URLSearchParams;
}
