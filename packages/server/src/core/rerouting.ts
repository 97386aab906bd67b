/**
 * Headers by which servers, frameworks and proxies take another method, host, path or caller than the request's own, with `_`
 * read as `-` as gateways do.
 */
const REROUTING =
  /^(?:host|forwarded|via|(?:x-)?http-method(?:-override)?|x-method(?:-override)?|x-(?:original|rewrite|override|forwarded|proxy|envoy|accel|middleware|backend|upstream)(?:-.*)?|(?:x-)?host-override|x-host|x-http-(?:host|path)-override|proxy-.*|(?:base|http|request)-ur[li]|x-real-ip|(?:x-|true-|x-cluster-)?client-ip)$/;

/** Parameters that frameworks read as the method, such as `_method`. */
const METHOD_PARAMETER = /^[_$]+(?:http-?)?method(?:-?override)?$/;

const plain = (name: string): string => name.trim().toLowerCase().replaceAll("_", "-");

/** Whether a header can make a request another one than the one that was looked at. */
export const isRerouting = (header: string): boolean => REROUTING.test(plain(header));

/** The parameter of an address by which a server may take the request for one of another method. */
export function findMethodParameter({ searchParams }: URL): string | undefined {
  return [...searchParams.keys()].find((key) => {
    const name = key.replace(/\[.*$/, "").trim().toLowerCase();
    return (
      METHOD_PARAMETER.test(name.replaceAll("_", "-").replace(/^-+/, (marks) => "_".repeat(marks.length))) || isRerouting(name)
    );
  });
}
