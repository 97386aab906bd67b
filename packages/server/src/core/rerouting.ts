/**
 * Headers by which servers, frameworks and proxies override the request's method, host, path or caller. Reads `_` as `-`, as
 * gateways do.
 */
const REROUTING =
  /^(?:host|forwarded|via|(?:x-)?http-method(?:-override)?|x-method(?:-override)?|x-(?:original|rewrite|override|forwarded|proxy|envoy|accel|middleware|backend|upstream)(?:-.*)?|(?:x-)?host-override|x-host|x-http-(?:host|path)-override|proxy-.*|(?:base|http|request)-ur[li]|x-real-ip|(?:x-|true-|x-cluster-)?client-ip)$/;

/** Parameters that frameworks read as the method, such as `_method`. */
const METHOD_PARAMETER = /^[_$]+(?:http-?)?method(?:-?override)?$/;

const plain = (name: string): string => name.trim().toLowerCase().replaceAll("_", "-");

/** Whether a header can turn a request into another one than the one that was checked. */
export const isRerouting = (header: string): boolean => REROUTING.test(plain(header));

/** Returns the query parameter by which a server may read another method, or undefined. */
export function findMethodParameter({ searchParams }: URL): string | undefined {
  return [...searchParams.keys()].find((key) => {
    const name = key.replace(/\[.*$/, "").trim().toLowerCase();
    return (
      METHOD_PARAMETER.test(name.replaceAll("_", "-").replace(/^-+/, (marks) => "_".repeat(marks.length))) || isRerouting(name)
    );
  });
}
