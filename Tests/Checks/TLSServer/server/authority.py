"""Certificate authorities, and certificates that are valid or have one error each. All of them end with the server."""

import datetime
import ipaddress
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = datetime.timedelta(days=1)


class Authority:
    def __init__(self, folder: pathlib.Path, name: str):
        self.folder = folder
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        self.key = ec.generate_private_key(ec.SECP256R1())
        certificate = self.sign(self.name, self.key.public_key(), 0, [
            (x509.BasicConstraints(ca=True, path_length=0), True),
            (x509.KeyUsage(False, False, False, False, False, True, True, False, False), True),
        ])
        self.path = folder / f"{name}.pem"
        self.path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def sign(self, subject, public_key, age, extensions):
        """Returns a builder for a certificate that started a day ago, or that expired a number of days ago."""
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self.name).public_key(public_key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - (age + 2) * DAY).not_valid_after(now - age * DAY if age else now + DAY)
        )
        for extension, is_critical in extensions:
            builder = builder.add_extension(extension, is_critical)
        return builder.sign(self.key, hashes.SHA256())

    def issue(self, name: str, hosts=(), age=0) -> pathlib.Path:
        """Returns a file with a certificate for hosts and addresses, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = [address(host) or x509.DNSName(host) for host in hosts] or [x509.DNSName(name)]
        certificate = self.sign(
            x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)]), key.public_key(), age,
            [(x509.SubjectAlternativeName(names), False)])
        path = self.folder / f"{name}.pem"
        path.write_bytes(
            certificate.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        return path


def address(host: str):
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return None
